// Just enough Markdown for rule sheets: headings, paragraphs, lists and tables. What it gives is text, never HTML.

export type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "text"; text: string }
  | { kind: "list"; ordered: boolean; items: string[] }
  | { kind: "table"; head: string[]; rows: string[][] };

const cells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());

export function blocks(text: string): Block[] {
  const out: Block[] = [];
  let open: Block | null = null;
  for (const line of text.split("\n")) {
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    const item = /^\s*([-*]|\d+\.)\s+(.*)$/.exec(line);
    if (heading) {
      out.push({ kind: "heading", level: (heading[1] ?? "").length, text: heading[2] ?? "" });
      open = null;
    } else if (line.trim() === "") open = null;
    else if (line.trim().startsWith("|")) {
      if (/^[\s|:-]+$/.test(line)) continue;
      if (open?.kind === "table") open.rows.push(cells(line));
      else out.push((open = { kind: "table", head: cells(line), rows: [] }));
    } else if (item) {
      if (open?.kind === "list") open.items.push(item[2] ?? "");
      else out.push((open = { kind: "list", ordered: /\d/.test(item[1] ?? ""), items: [item[2] ?? ""] }));
    } else if (open?.kind === "list") open.items.push(`${open.items.pop() ?? ""} ${line.trim()}`);
    else if (open?.kind === "text") open.text += ` ${line.trim()}`;
    else out.push((open = { kind: "text", text: line.trim() }));
  }
  return out;
}
