// What the first load of the page weighs, as it goes over the wire: npm run build, then npm run size.
// The deck is code and therefore inside; fonts are squeezed already. Pages that are fetched when they are opened are not.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const LIMIT = 200_000;
const totals = { gz: 0, br: 0 };
const start = readFileSync("dist/index.html", "utf8");
const walk = (folder) => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) walk(path);
    else if (/\.(html|js|css)$/.test(name) && (name === "index.html" || start.includes(name))) for (const kind of ["gz", "br"]) totals[kind] += readFileSync(`${path}.${kind}`).length;
    else if (name.endsWith(".woff2")) for (const kind of ["gz", "br"]) totals[kind] += statSync(path).size;
  }
};
walk("dist");
for (const [kind, size] of Object.entries(totals)) console.log(`${kind}: ${(size / 1000).toFixed(0)} kB of ${LIMIT / 1000}`);
process.exitCode = totals.gz > LIMIT ? 1 : 0;
