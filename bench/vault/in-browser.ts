import { type BitwardenSide, createBitwardenSide } from './bitwarden-side.ts';
import { createOurSide, type OurSide } from './our-side.ts';

/** What the page asks the Worker: a measurement of one side by name. The answer is what it measured. */
type Question =
  | { readonly side: 'ours'; readonly name: keyof OurSide }
  | { readonly side: 'bitwarden'; readonly name: keyof BitwardenSide };

let ours: Promise<OurSide> | undefined;
let bitwarden: Promise<BitwardenSide> | undefined;

addEventListener('message', async ({ data, ports }: MessageEvent<Question>) => {
  const [port] = ports;
  try {
    if (data.side === 'ours') {
      ours ??= createOurSide();
      port?.postMessage({ value: await (await ours)[data.name]() });
    } else {
      bitwarden ??= createBitwardenSide('/bitwarden');
      port?.postMessage({ value: await (await bitwarden)[data.name]() });
    }
  } catch (error) {
    port?.postMessage({ failure: String(error) });
  }
});
