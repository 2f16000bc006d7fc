// Where the server cannot be reached, a page in the reader's language instead of the browser's own error. That is all: nothing is
// kept, and no request is touched but that for a page.
const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>Partie</title>
<style>
:root { --room: #efe6d2; --ink: #17120e; --cloth: #2d6a4f; --wood: #8a4a1f; --line: #17120e }
@media (prefers-color-scheme: dark) { :root { --room: #14110d; --ink: #f3ead8; --cloth: #18382d; --wood: #47210f; --line: #000 } }
body { margin: 0 }
main { min-height: 100vh; display: grid; place-content: center; justify-items: center; text-align: center; gap: 14px; padding: 24px; box-sizing: border-box; background: var(--room); color: var(--ink); font: 18px/1.4 Georgia, serif }
svg { width: min(340px, 80vw) }
h1 { font-size: 28px; margin: 0 }
p { margin: 0; max-width: 32em; text-wrap: balance }
button { font: 700 18px/1 Georgia, serif; min-height: 48px; padding: 0 24px; color: #17120e; background: #e6a823; border: 2.5px solid #17120e; border-radius: 10px; box-shadow: 0 3px 0 #17120e; cursor: pointer }
</style>
<main>
<svg viewBox="0 0 340 190" aria-hidden="true">
<rect x="6" y="30" width="328" height="154" rx="70" fill="var(--wood)" stroke="var(--line)" stroke-width="5"/>
<rect x="22" y="44" width="296" height="122" rx="56" fill="var(--cloth)" stroke="var(--line)" stroke-width="4"/>
<rect x="33" y="55" width="274" height="100" rx="46" fill="none" stroke="#9cc4ae" stroke-width="2.5" stroke-dasharray="1 6" stroke-linecap="round"/>
<g transform="translate(14 6)" stroke="#17120e" stroke-width="4">
<g id="c" transform="rotate(-13 140 110)"><rect x="106" y="14" width="70" height="112" rx="8" fill="#fffdf5"/><rect x="114" y="22" width="54" height="96" rx="4" fill="#1f3f7d" stroke="none"/>
<path d="M141 34q12 18 0 34q-12 -16 0 -34M141 106q12 -18 0 -34q-12 16 0 34M118 70q12 -11 20 0q-8 11 -20 0M164 70q-12 -11 -20 0q8 11 20 0" fill="#fffdf5" stroke="none"/></g>
<use href="#c" transform="rotate(27 155 120) translate(22 -8)"/>
</g>
</svg>
<h1></h1>
<p></p>
<button type="button"></button>
</main>
<script>
const WORDS = {
  cs: ["Bez spojení", "Server teď není dostupný. Jakmile se spojení obnoví, stránka se načte sama. Rozehraná partie se neztratí: každý tah je uložený.", "Zkusit znovu"],
  sk: ["Bez spojenia", "Server teraz nie je dostupný. Len čo sa spojenie obnoví, stránka sa načíta sama. Rozohraná partia sa nestratí: každý ťah je uložený.", "Skúsiť znova"],
  en: ["No connection", "The server cannot be reached right now. The page comes back by itself with the connection. A match in play is not lost: every move is kept.", "Try again"],
};
let kept = "";
try { kept = localStorage.getItem("lang") || "" } catch {}
const lang = [kept, ...navigator.languages].map((code) => code.toLowerCase().slice(0, 2)).find((code) => code in WORDS) || "en";
document.documentElement.lang = lang;
["h1", "p", "button"].forEach((what, i) => (document.querySelector(what).textContent = WORDS[lang][i]));
const again = () => location.reload();
document.querySelector("button").onclick = again;
addEventListener("online", again);
setInterval(() => fetch("/icon.svg", { cache: "no-store" }).then((answer) => answer.ok && again(), () => {}), 5000);
</script>
</html>`;

self.addEventListener("activate", (event) => event.waitUntil(self.registration.navigationPreload?.enable()));
self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate" || new URL(event.request.url).pathname.startsWith("/api/")) return;
  const page = async () => (await event.preloadResponse) ?? (await fetch(event.request));
  event.respondWith(page().catch(() => new Response(PAGE, { status: 503, headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" } })));
});
