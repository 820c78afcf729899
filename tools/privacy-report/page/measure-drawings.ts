import { fnv1a } from './model-keys.ts';

/** Where a browser withholds something. */
export const withheld = 'withheld';

/** A drawing of text and shapes as this machine renders it, as a hash; says so where what is read back is not what was drawn. */
export function measureCanvas(): string {
  const canvas = document.createElement('canvas');
  canvas.width = 220;
  canvas.height = 60;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (pen === null) return withheld;
  pen.fillStyle = '#123456';
  pen.fillRect(0, 0, 8, 8);
  const flat = pen.getImageData(0, 0, 8, 8).data;
  const isAltered = flat.some((byte, at) => byte !== [0x12, 0x34, 0x56, 0xff][at % 4]);
  pen.textBaseline = 'alphabetic';
  pen.fillStyle = '#f60';
  pen.fillRect(100, 5, 62, 20);
  pen.fillStyle = '#069';
  pen.font = '15px Arial, sans-serif';
  pen.fillText('Castellan, 0123 \u{1F512} ñ', 4, 24);
  pen.globalCompositeOperation = 'multiply';
  for (const [at, colour] of ['#f2f', '#2ff', '#ff2'].entries()) {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(40 + 24 * at, 38, 18, 0, 2 * Math.PI);
    pen.fill();
  }
  const hash = fnv1a(canvas.toDataURL());
  return isAltered ? `altered ${hash}` : hash;
}

/** The graphics processor's names, and how much it takes: `[vendor · renderer, hash of the limits]`. */
export function measureGraphics(): readonly [string, string] {
  const gl = document.createElement('canvas').getContext('webgl');
  if (gl === null) return ['none', withheld];
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  const read = (unmasked: number | undefined, masked: number) => String(gl.getParameter(unmasked ?? masked));
  const renderer = `${read(names?.UNMASKED_VENDOR_WEBGL, gl.VENDOR)} · ${read(names?.UNMASKED_RENDERER_WEBGL, gl.RENDERER)}`;
  const asked = [
    gl.MAX_TEXTURE_SIZE,
    gl.MAX_CUBE_MAP_TEXTURE_SIZE,
    gl.MAX_RENDERBUFFER_SIZE,
    gl.MAX_VERTEX_ATTRIBS,
    gl.MAX_VERTEX_UNIFORM_VECTORS,
    gl.MAX_FRAGMENT_UNIFORM_VECTORS,
    gl.MAX_VARYING_VECTORS,
    gl.MAX_COMBINED_TEXTURE_IMAGE_UNITS,
    gl.ALIASED_LINE_WIDTH_RANGE,
    gl.ALIASED_POINT_SIZE_RANGE,
    gl.MAX_VIEWPORT_DIMS,
  ].map((name) => String(gl.getParameter(name)));
  const limits = fnv1a([...asked, ...(gl.getSupportedExtensions() ?? [])].join(';'));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return [renderer, limits];
}

/** How this machine computes a tone through a compressor: the sum of its samples. No sound is played. */
export async function measureAudio(): Promise<string> {
  if (typeof OfflineAudioContext === 'undefined') return withheld;
  const context = new OfflineAudioContext(1, 5000, 44_100);
  const tone = new OscillatorNode(context, { type: 'triangle', frequency: 10_000 });
  const compressor = new DynamicsCompressorNode(context, { threshold: -50, knee: 40, ratio: 12, attack: 0, release: 0.25 });
  tone.connect(compressor).connect(context.destination);
  tone.start();
  const samples = (await context.startRendering()).getChannelData(0);
  return samples
    .slice(4500)
    .reduce((sum, sample) => sum + Math.abs(sample), 0)
    .toFixed(9);
}

/** Which of these fonts are installed, by the width of a text in them over that in each generic family. */
export function measureFonts(names: readonly string[]): string {
  const pen = document.createElement('canvas').getContext('2d');
  if (pen === null) return withheld;
  const widthIn = (font: string) => {
    pen.font = `48px ${font}`;
    return pen.measureText('mmMwWLliI0O&1').width;
  };
  const generic = ['monospace', 'sans-serif', 'serif'].map((family) => [family, widthIn(family)] as const);
  const found = names.filter((name) => generic.some(([family, width]) => widthIn(`"${name}", ${family}`) !== width));
  return found.toSorted().join(', ') || 'none';
}
