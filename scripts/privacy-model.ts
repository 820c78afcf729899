/**
 * `node scripts/privacy-model.ts NETWORK.json`: makes the tables of the privacy report from the Bayesian network of Apify's
 * fingerprint-generator 2.1.88 (Apache-2.0; `network.json` in its `data_files/fingerprint-network-definition.zip`, of 2026-05-04).
 * Each table is exact by the network: P(value | class) = the sum over the class's user agents of P(agent | class) · P(value | agent).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { classOf, keyOf } from '../tools/privacy-report/page/model-keys.ts';

const distribution = z.record(z.string(), z.number());
const nodeSchema = z.object({
  name: z.string(),
  parentNames: z.array(z.string()),
  conditionalProbabilities: z.unknown(),
});
const network = z.object({ nodes: z.array(nodeSchema) }).parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));

const nodeOf = (name: string) => network.nodes.find((node) => node.name === name)?.conditionalProbabilities;
const agents = distribution.parse(nodeOf('userAgent'));

/** The values of a node under an agent, with their probabilities. */
function under(name: string, agent: string): readonly (readonly [unknown, number])[] {
  const { deeper } = z.object({ deeper: z.record(z.string(), distribution) }).parse(nodeOf(name));
  return Object.entries(deeper[agent] ?? {}).map(([text, p]) => [unpack(text), p]);
}

function unpack(text: string): unknown {
  if (text === '*MISSING_VALUE*') return null;
  return text.startsWith('*STRINGIFIED*') ? JSON.parse(text.slice('*STRINGIFIED*'.length)) : text;
}

type Read = (agent: string) => readonly (readonly [string | undefined, number])[];

const from =
  <Value>(name: string, schema: z.ZodType<Value>, say: (value: Value) => string | undefined): Read =>
  (agent) =>
    under(name, agent).map(([value, p]) => {
      const parsed = schema.safeParse(value);
      return [parsed.success ? say(parsed.data) : undefined, p];
    });

const text = z.string().nullable();
const number = z.number().nullable();
const said = (value: unknown) => String(value ?? 'none');
const screen = z.object({
  width: z.number(),
  height: z.number(),
  availWidth: z.number(),
  availHeight: z.number(),
  colorDepth: z.number(),
  devicePixelRatio: z.number(),
});
const devices = z.object({ speakers: z.array(z.unknown()), micros: z.array(z.unknown()), webcams: z.array(z.unknown()) });
const codecs = z.record(z.string(), z.string());
const spell = (record: Readonly<Record<string, string>>, names: readonly string[]) =>
  names.map((name) => `${name} ${record[name] || 'no'}`);

/** Each attribute, read from the network as the page reads it from a browser (`measure-*.ts`): both must spell alike. */
const reads: Readonly<Record<string, Read>> = {
  platform: from('platform', text, said),
  engine: (agent) =>
    from(
      'vendor',
      text,
      (value) => value ?? '',
    )(agent).flatMap(([vendor = '', p]) =>
      from('productSub', text, said)(agent).map(([sub, q]) => [`${vendor === '' ? 'none' : vendor} ${sub}`, p * q] as const),
    ),
  plugins: from('pluginsData', z.object({ plugins: z.array(z.object({ name: z.string() })) }), ({ plugins }) =>
    said(plugins.map(({ name }) => name).join(', ') || null),
  ),
  dnt: from('doNotTrack', text, said),
  gpc: from('extraProperties', z.object({ globalPrivacyControl: z.unknown() }), ({ globalPrivacyControl }) =>
    globalPrivacyControl === true || globalPrivacyControl === '1' ? 'on' : 'off',
  ),
  architecture: from(
    'userAgentData',
    z.object({ architecture: z.string().optional(), bitness: z.string().optional() }).nullable(),
    (hints) => (hints === null ? 'none' : `${hints.architecture || '-'} ${hints.bitness || '-'}`),
  ),
  cores: from('hardwareConcurrency', number, said),
  memory: from('deviceMemory', number, said),
  touch: from('maxTouchPoints', number, said),
  devices: from('multimediaDevices', devices.nullable(), (found) =>
    found === null ? 'none' : `${found.speakers.length} / ${found.micros.length} / ${found.webcams.length}`,
  ),
  size: from('screen', screen, ({ width, height }) => `${width} × ${height}`),
  available: from('screen', screen, ({ width, height, availWidth, availHeight }) => `${width - availWidth} × ${height - availHeight}`),
  depth: from('screen', screen, ({ colorDepth }) => said(colorDepth)),
  ratio: from('screen', screen, ({ devicePixelRatio }) => said(Math.round(devicePixelRatio * 1000) / 1000)),
  renderer: from('videoCard', z.object({ renderer: z.string(), vendor: z.string() }).nullable(), (card) =>
    card === null ? 'none' : `${card.vendor} · ${card.renderer}`,
  ),
  formats: (agent) =>
    from('audioCodecs', codecs, (audio) => spell(audio, ['ogg', 'mp3', 'wav', 'm4a', 'aac']).join(', '))(agent).flatMap(([audio, p]) =>
      from('videoCodecs', codecs, (video) => spell(video, ['ogg', 'h264', 'webm']).join(', '))(agent).map(
        ([video, q]) => [`${audio}; ${video}`, p * q] as const,
      ),
    ),
  fonts: from('fonts', z.array(z.string()), (fonts) => fonts.toSorted().join(', ') || 'none'),
};

const classes = [...new Set(Object.keys(agents).map(classOf))];
const shares = classes.map((name) =>
  Object.entries(agents)
    .filter(([agent]) => classOf(agent) === name)
    .reduce((sum, [, p]) => sum + p, 0),
);
const all = shares.reduce((sum, share) => sum + share, 0);

/** P(value | class) in millionths, as [class, p, class, p, …]; values that no class has in a millionth are left out. */
function tableOf(read: Read): Record<string, number[]> {
  const table = new Map<string, Map<number, number>>();
  for (const [agent, share] of Object.entries(agents)) {
    const index = classes.indexOf(classOf(agent));
    for (const [value, p] of read(agent)) {
      if (value === undefined) continue;
      const row = table.get(keyOf(value)) ?? new Map<number, number>();
      row.set(index, (row.get(index) ?? 0) + (p * share) / (shares[index] ?? 1));
      table.set(keyOf(value), row);
    }
  }
  return Object.fromEntries(
    [...table].flatMap(([key, row]) => {
      const numbers = [...row].flatMap(([index, p]) => (p < 1e-6 ? [] : [index, Math.round(p * 1e6)]));
      return numbers.length === 0 ? [] : [[key, numbers]];
    }),
  );
}

const fontNames = [
  ...new Set(
    Object.keys(agents).flatMap((agent) => under('fonts', agent).flatMap(([value]) => z.array(z.string()).catch([]).parse(value))),
  ),
].sort();
const model = {
  classes: Object.fromEntries(classes.map((name, index) => [name, Math.round(((shares[index] ?? 0) / all) * 1e6)])),
  fonts: fontNames,
  attributes: Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, tableOf(read)])),
};
writeFileSync(join(import.meta.dirname, '..', 'web', 'app', 'tools', 'privacy-report', 'model.json'), `${JSON.stringify(model)}\n`);
