// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { found, nameOf, pressed } from "../src/press";

const page = (html: string): HTMLElement => {
  document.body.innerHTML = html;
  return document.body;
};
const at = (selector: string): Element => document.querySelector(selector) as Element;

describe("what is pressed is known by what it is", () => {
  it("a card is the same in another element of the same zone", () => {
    page('<section data-zone="hand"><button class="loose" data-slot="hand:3"><span data-token="c7"><img></span></button></section>');
    const what = pressed(at("img"));
    expect(what?.name).toBe("token c7 hand");
    page('<section data-zone="hand"><button class="loose" data-slot="hand:2"><span data-token="c7"></span></button><button class="loose" data-slot="hand:3"><span data-token="c8"></span></button></section>');
    expect(what && found(document, what)).toBe(at("button"));
    page('<section data-zone="trick"><button class="loose"><span data-token="c7"></span></button></section>');
    expect(what && found(document, what)).toBeNull();
  });
  it("a token that is no button yet may become one; an empty place may not", () => {
    page('<section data-zone="pile"><span class="loose"><i data-token="x"></i></span><span class="slot"></span></section>');
    expect(pressed(at("i"))?.button).toBe(false);
    expect(pressed(at(".slot"))).toBeNull();
    expect(pressed(document.body)).toBeNull();
  });
  it("a word is found again by its words, where only one has them", () => {
    page("<button>Dobrá</button>");
    const what = pressed(at("button"));
    page("<p><button>Dobrá</button></p>");
    expect(what && found(document, what)).toBe(at("button"));
    page("<button>Dobrá</button><button>Dobrá</button>");
    expect(what && found(document, what)).toBeNull();
    page("<button disabled>Dobrá</button>");
    expect(what && found(document, what)).toBeNull();
    page("<button>Dobrá</button><dialog open><button>Ano</button></dialog>");
    expect(what && found(document, what)).toBeNull();
  });
  it("places have names of their own", () => {
    page('<section data-zone="board"><button class="slot" data-slot="board:4"></button></section>');
    expect(nameOf(at("button"))).toBe("slot board:4");
  });
});
