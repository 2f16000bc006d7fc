/// <reference types="vite/client" />
import { cornerPicture, DEFAULT_STYLE } from "../src/deck/draw";
import { describe, expect, it } from "vitest";
import { cardOf, type Card, type Pack } from "../src/deck/cards";
import { LIMITS, NAMES, nameOf, readDeck } from "../src/deck/deckfile";
import { cardName } from "../src/deck/names";
import { faultWords } from "../src/deck/words";

const said = (name: string, pack: Pack, lang: string): string => cardName(cardOf(`card:${name}`, pack) as Card, lang);

describe("cards in words", () => {
  it("agree in gender in Czech and Slovak", () => {
    expect(["BQ", "LJ", "HA", "A7", "B10", "HK"].map((n) => said(n, "german", "cs"))).toEqual(["kulový svršek", "zelený spodek", "červené eso", "žaludová sedma", "kulová desítka", "červený král"]);
    expect(["BQ", "LJ", "HA", "A7", "B9", "HK"].map((n) => said(n, "german", "sk"))).toEqual(["guľový horník", "zelený dolník", "červené eso", "žaluďová sedma", "guľová deviatka", "červený kráľ"]);
    expect(["HQ", "DC", "SJ", "C10", "H1"].map((n) => said(n, "tarock", "cs"))).toEqual(["srdcová dáma", "kárový kaval", "pikový kluk", "křížová desítka", "srdcové eso"]);
    expect(["BQ", "AJ", "LA"].map((n) => said(n, "german", "en"))).toEqual(["ober of bells", "unter of acorns", "ace of leaves"]);
    expect(["I", "IIII", "XXI", "XXII"].map((n) => said(n, "tarock", "cs"))).toEqual(["Pagát (I)", "tarok IIII", "Mond (XXI)", "Škýz (XXII)"]);
  });
  it("are different for every card of a pack in every language", () => {
    for (const [pack, names] of Object.entries(NAMES) as [Pack, string[]][]) {
      for (const lang of ["cs", "sk", "en"]) expect(new Set(names.map((n) => said(n, pack, lang))).size).toBe(names.length);
      for (const n of names) expect(nameOf(cardOf(`card:${n}`, pack) as Card)).toBe(n);
    }
    expect([NAMES.german.length, NAMES.french.length, NAMES.tarock.length]).toEqual([32, 52, 54]);
  });
});

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 16"><rect width="10" height="16" fill="#fff"/></svg>';
const file = (change: object = {}): string => JSON.stringify({ "partie-deck": 1, name: "Klub", author: "Jana", licence: "CC BY 4.0", pack: "german", cards: Object.fromEntries(NAMES.german.map((n) => [n, PICTURE])), ...change });
const cards = (change: object): object => ({ cards: { ...Object.fromEntries(NAMES.german.map((n) => [n, PICTURE])), ...change } });
const faults = (text: string): string[] => (readDeck(text).faults ?? []).map((f) => `${f.at} ${f.what}`);

describe("deck files", () => {
  it("are taken whole", () => {
    const { club } = readDeck(file({ back: PICTURE }));
    expect(club?.faces.size).toBe(32);
    expect(club?.back).toMatch(/^data:image\/svg\+xml,/);
    expect(readDeck(`\uFEFF${file()}`).club?.name).toBe("Klub");
    expect(readDeck(file(cards({ HK: "data:image/png;base64,iVBORw0KGgo=" }))).club?.faces.get("HK")).toBe("data:image/png;base64,iVBORw0KGgo=");
  });
  it("with a fault are refused, and the fault is named with its place", () => {
    expect(faults("{")).toEqual([" json"]);
    expect(faults("")).toEqual([" json"]);
    expect(faults("[]")).toEqual([" object"]);
    expect(faults("null")).toEqual([" object"]);
    expect(faults(file({ "partie-deck": 2 }))).toEqual(["partie-deck version"]);
    expect(faults(file({ pack: "uno" }))).toEqual(["pack pack"]);
    expect(faults(file({ name: "" }))).toEqual(["name text"]);
    expect(faults(file({ author: 7 }))).toEqual(["author text"]);
    expect(faults(file({ colour: "red" }))).toEqual(["colour unknown"]);
    expect(faults(file({ cards: [] }))).toEqual(["cards object"]);
    expect(faults(file(cards({ ZZ: PICTURE })))).toEqual(["cards.ZZ unknown"]);
    expect(faults(file({ cards: { HK: PICTURE } }))).toEqual(["cards missing"]);
    expect(faults(file(cards({ HK: 5 })))).toEqual(["cards.HK picture"]);
    expect(faults(file(cards({ HK: null })))).toEqual(["cards.HK picture"]);
    expect(faults(file(cards({ HK: "http://example.org/k.svg" })))).toEqual(["cards.HK picture"]);
    expect(faults(file(cards({ HK: PICTURE.replace("<rect", "<script>1</script><rect") })))).toEqual(["cards.HK script"]);
    expect(faults(file(cards({ HK: PICTURE.replace("<rect", '<rect onload="x()"') })))).toEqual(["cards.HK script"]);
    expect(faults(file(cards({ HK: PICTURE.replace("<rect", '<image href="http://example.org/a.png"/><rect') })))).toEqual(["cards.HK outside"]);
    expect(faults(file(cards({ HK: PICTURE.replace("#fff", "url(http://example.org/a)") })))).toEqual(["cards.HK outside"]);
    expect(faults(file(cards({ HK: PICTURE.replace("0 0 10 16", "0 0 16 10") })))).toEqual(["cards.HK shape"]);
    expect(faults(file(cards({ HK: PICTURE.replace("0 0 10 16", "0 0 0 16") })))).toEqual(["cards.HK shape"]);
    expect(faults(file(cards({ HK: `${PICTURE}${" ".repeat(LIMITS.picture)}` })))).toEqual(["cards.HK large"]);
    expect(faults(" ".repeat(LIMITS.file + 1))).toEqual([" size"]);
  });
  it("may bring large corners for the whole pack, or none", () => {
    const all = Object.fromEntries(NAMES.german.map((n) => [n, PICTURE]));
    expect(readDeck(file({ large: all })).club?.large?.size).toBe(32);
    expect(readDeck(file()).club?.large).toBeNull();
    expect(faults(file({ large: { HK: PICTURE } }))).toEqual(["large missing"]);
    expect(faults(file({ large: { ...all, HK: 5 } }))).toEqual(["large.HK picture"]);
    expect(faults(file({ large: null }))).toEqual(["large object"]);
  });
  it("without them get the house's corner, different for every card but the Škýz", () => {
    for (const [pack, names] of Object.entries(NAMES) as [Pack, string[]][]) {
      const corners = names.map((n) => cornerPicture(cardOf(`card:${n}`, pack) as Card, "cs", DEFAULT_STYLE));
      expect(corners.filter((one) => one === null).length).toBe(pack === "tarock" ? 1 : 0);
      expect(new Set(corners).size).toBe(names.length);
      for (const one of corners) expect(one ?? "").not.toMatch(/NaN|undefined|null/);
    }
  });
  it("may refer to their own parts", () => {
    expect(faults(file(cards({ HK: PICTURE.replace("<rect", '<use href="#a"/><rect').replace("#fff", "url(#b)") })))).toEqual([]);
  });
  it("with very many faults are told the first of them, in three languages", () => {
    const many = readDeck(file({ cards: Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`X${i}`, PICTURE])) })).faults ?? [];
    expect(many.length).toBe(LIMITS.faults);
    for (const lang of ["cs", "sk", "en"]) for (const f of many) expect(faultWords(f, lang)).toMatch(/^cards\.X\d+: .*X\d+/);
    expect(faultWords({ at: "cards", what: "missing", value: "H7 $& H8" }, "cs")).toBe("cards: chybějí karty: H7 $& H8");
  });
});

describe("the deck", () => {
  it("stays small: its drawings without comments, squeezed", async () => {
    const texts = Object.values(import.meta.glob<string>("../src/deck/*.ts", { query: "?raw", import: "default", eager: true }));
    const sources = texts.map((text) => text.replace(/\/\*\*[^]*?\*\/|^\s*\/\/.*$/gm, "")).join("\n");
    const stream = new Blob([sources]).stream().pipeThrough(new CompressionStream("gzip"));
    const size = (await new Response(stream).arrayBuffer()).byteLength;
    expect(size).toBeGreaterThan(10_000);
    expect(size).toBeLessThan(60_000);
  });
});
