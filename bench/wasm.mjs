// Runs a WebAssembly program without any imports and exits with its exit code.
import { readFile } from "node:fs/promises";

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]), {});
process.exit(instance.exports.main(0, 0));
