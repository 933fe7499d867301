// Decodes with the decoders of the official TypeScript SDK. Lines in: {"version", "unstable", "definition", "value"};
// lines out: {"ok", "value"}. The folder of the npm package is the first argument.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(process.argv[2] + "/");
const decoders = {};
async function decodersOf(version, unstable) {
  const path = `dist/v${version}/${unstable ? "unstable/" : ""}schema/zod.gen.js`;
  return (decoders[path] ??= await import(new URL(path, folder)));
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { version, unstable, definition, value } = JSON.parse(line);
  const decoder = (await decodersOf(version, unstable))[`z${definition}`];
  if (decoder === undefined) {
    process.stdout.write('{"ok":null}\n');
    continue;
  }
  const result = decoder.safeParse(value);
  process.stdout.write(JSON.stringify(result.success ? { ok: true, value: result.data } : { ok: false }) + "\n");
}
