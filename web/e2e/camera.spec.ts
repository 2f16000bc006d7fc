// The camera of the browser as the eye of a robot: a film of a rendered picture stands in for the camera of the device. The page
// takes a picture when the match wants one, and shows what was recognised and why something was not.

import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, expect, test, type Page } from "@playwright/test";

const program = process.env["PARTIE_BIN"] ?? "";

/** A film of one picture (YUV4MPEG2, 4:2:0, the range of television) from the pixels of a canvas. */
function film(rgba: number[], width: number, height: number): Buffer {
  const plane = (w: number, h: number, step: number, of: (r: number, g: number, b: number) => number): Buffer => {
    const out = Buffer.alloc(w * h);
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) {
        const i = 4 * (y * step * width + x * step);
        out[y * w + x] = Math.round(of((rgba[i] ?? 0) / 255, (rgba[i + 1] ?? 0) / 255, (rgba[i + 2] ?? 0) / 255));
      }
    return out;
  };
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  const frame = [
    Buffer.from("FRAME\n"),
    plane(width, height, 1, (r, g, b) => 16 + 65.481 * r + 128.553 * g + 24.966 * b),
    plane(width / 2, height / 2, 2, (r, g, b) => 128 - 37.797 * r - 74.203 * g + 112 * b),
    plane(width / 2, height / 2, 2, (r, g, b) => 128 + 112 * r - 93.786 * g - 18.214 * b),
  ];
  return Buffer.concat([head, ...frame, ...frame]);
}

/** The pixels of a picture, decoded by a browser. */
const pixels = (page: Page, png: Buffer): Promise<{ rgba: number[]; width: number; height: number }> =>
  page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    return { rgba: [...(context?.getImageData(0, 0, image.width, image.height).data ?? [])], width: image.width, height: image.height };
  }, png.toString("base64"));

async function address(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let text = "";
    child.stdout?.on("data", (data: Buffer) => {
      text += data.toString();
      const url = /http:\/\/127\.0\.0\.1:\d+\/arm/.exec(text)?.[0];
      if (url) found(url);
    });
    child.on("exit", () => failed(new Error(`the robot ended: ${text}`)));
    child.on("error", failed);
  });
}

test("the browser's camera sees the table, and the page says what and why not", async ({ page }) => {
  expect(program, "PARTIE_BIN names the program").not.toBe("");
  const folder = mkdtempSync(join(tmpdir(), "partie-camera-"));
  const png = join(folder, "start.png");
  execFileSync(program, ["robot", "render", "frogs", "--out", png, "--size", "640,360"]);
  const { rgba, width, height } = await pixels(page, readFileSync(png));
  writeFileSync(join(folder, "start.y4m"), film(rgba, width, height));
  const robot = spawn(program, ["robot", "play", "frogs", "--players", "human", "--arm", "sim", "--fast", "--camera", "browser", "--serve", "127.0.0.1:0"]);
  const devices = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${join(folder, "start.y4m")}`];
  const launch = test.info().project.use.launchOptions;
  const browser = await chromium.launch({ ...launch, args: [...(launch?.args ?? []), ...devices] });
  try {
    const arm = await browser.newPage();
    await arm.goto(await address(robot));
    const camera = arm.locator("section.camera");
    await camera.getByRole("button", { name: "Use the camera of this device" }).click();
    // Six frogs and the free place between them, each read from the picture.
    await expect(camera.locator("tr[data-place]")).toHaveCount(7);
    await expect(camera.locator("tr[data-place] td", { hasText: "empty" })).toHaveCount(1);
    await expect(camera.locator("td.unclear")).toHaveCount(0);
    for (const which of ["What was recognised", "Segments by colour"]) {
      const image = camera.getByRole("img", { name: which });
      await expect.poll(() => image.evaluate((i) => (i as HTMLImageElement).naturalWidth)).toBe(width);
    }
    // What is not a picture is refused in words, and pictures nobody waits for are dropped.
    const url = new URL(arm.url()).origin;
    const sent = await arm.request.post(`${url}/api/robot/picture`, { data: "nonsense", headers: { origin: url } });
    expect([204, 400]).toContain(sent.status());
  } finally {
    await browser.close();
    robot.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
});
