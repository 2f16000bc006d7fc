// Small sounds, made here and not fetched: a card on cloth, one's turn, the end. Off unless somebody wants them.

import { prefs } from "./prefs.svelte";

let context: AudioContext | null = null;

function tone(at: number, frequency: number, length: number, loud: number, ctx: AudioContext): void {
  const [source, gain] = [ctx.createOscillator(), ctx.createGain()];
  source.type = "triangle";
  source.frequency.value = frequency;
  gain.gain.setValueAtTime(loud, ctx.currentTime + at);
  gain.gain.exponentialRampToValueAtTime(0.0001, ctx.currentTime + at + length);
  source.connect(gain).connect(ctx.destination);
  source.start(ctx.currentTime + at);
  source.stop(ctx.currentTime + at + length);
}

function rustle(ctx: AudioContext): void {
  const frames = Math.floor(ctx.sampleRate * 0.07);
  const buffer = ctx.createBuffer(1, frames, ctx.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 3;
  const [source, filter, gain] = [ctx.createBufferSource(), ctx.createBiquadFilter(), ctx.createGain()];
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = 1800;
  gain.gain.value = 0.25;
  source.connect(filter).connect(gain).connect(ctx.destination);
  source.start();
}

/** Lets something be heard, where sounds are wanted. */
export function play(what: "card" | "turn" | "end"): void {
  if (!prefs.look.sound) return;
  context ??= new AudioContext();
  if (what === "card") rustle(context);
  else if (what === "turn") [523, 659].forEach((f, i) => tone(i * 0.09, f, 0.16, 0.07, context as AudioContext));
  else [392, 523, 659, 784].forEach((f, i) => tone(i * 0.12, f, 0.3, 0.08, context as AudioContext));
}
