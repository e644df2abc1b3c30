// Lines of JSON in, each a list of texts; their tokens out, a number a line. The encoding is that of OpenAI's models since GPT-4o.
import { createInterface } from "node:readline";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

for await (const line of createInterface({ input: process.stdin })) {
  const tokens = JSON.parse(line).map((text) => countTokens(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() }));
  console.log(tokens.reduce((sum, count) => sum + count, 0));
}
