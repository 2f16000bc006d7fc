import { describe, expect, it } from "vitest";
import type { SealState, State } from "../src/api";
import { judge, kept, Memory, plainSha256, promise, sha256 } from "../src/seal";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const NONCE = "ab".repeat(32);
// The example of the handbook, computed with sha256sum.
const COMMITMENT = "4f1387e173636815b2f4bbaddea69af75b8de01eade5f80a3ec50228b390a618";
const opened = { deal: 1, commitment: COMMITMENT, dealt: true, seed: "7", nonce: NONCE };
const seal = (deals: SealState["deals"], next: string | null = null): SealState => ({ game: "snaps", deals, next });
const state = (number: number, of: SealState): Pick<State, "play"> => ({ play: { number, seal: of } }) as Pick<State, "play">;

describe("promised shuffles", () => {
  it("hash as the standard says, with the browser and without it", async () => {
    // FIPS 180-4 examples.
    expect(plainSha256(bytes("abc"))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(plainSha256(bytes(""))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(plainSha256(bytes("a".repeat(1_000_000)))).toBe("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    for (let n = 0; n < 200; n++) {
      const text = "š".repeat(n);
      expect(plainSha256(bytes(text))).toBe(await sha256(text));
    }
  });

  it("are kept when the hash of what was opened is the one that was promised", async () => {
    expect(promise("snaps", 1, "7", NONCE).split("\n").length).toBe(6);
    expect(await kept("snaps", opened)).toBe(true);
    for (const wrong of [{ ...opened, seed: "8" }, { ...opened, nonce: NONCE.replace("a", "b") }, { ...opened, deal: 2 }]) expect(await kept("snaps", wrong)).toBe(false);
    expect(await kept("marias", opened)).toBe(false);
  });

  it("are promised, kept or broken", async () => {
    const hidden = { ...opened, seed: null, nonce: null };
    expect(await judge(seal([]), new Memory())).toBe("none");
    expect(await judge(seal([hidden]), new Memory())).toBe("promised");
    expect(await judge(seal([opened]), new Memory())).toBe("kept");
    expect(await judge(seal([opened, { ...hidden, deal: 2, dealt: false }]), new Memory())).toBe("kept");
    expect(await judge(seal([opened, { ...hidden, deal: 2 }]), new Memory())).toBe("promised");
    expect(await judge(seal([{ ...opened, seed: "1" }]), new Memory())).toBe("broken");
  });

  it("must not change between the promise and the opening, nor between two matches", async () => {
    const memory = new Memory();
    memory.note(state(1, seal([{ ...opened, commitment: "11" }], "22")));
    memory.note(state(1, seal([opened], "22")));
    expect(await judge(seal([opened]), memory)).toBe("broken");
    const honest = new Memory();
    honest.note(state(1, seal([opened], "22")));
    // The same deal again promises nothing; the promise for the next one stands.
    honest.note(state(2, seal([], "22")));
    honest.note(state(3, seal([{ ...opened, commitment: "22" }], "33")));
    honest.note(state(3, seal([{ ...opened, commitment: "22" }], "33")));
    expect(honest.broken).toBe(false);
    honest.note(state(4, seal([{ ...opened, commitment: "44" }], "55")));
    expect(honest.broken).toBe(true);
  });
});
