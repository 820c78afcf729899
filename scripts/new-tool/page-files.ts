import { camelCase, declarationOf, pascalCase } from './names.ts';
import type { NewTool } from './parse-new-tool.ts';

/** Files by their path from the repository's root on. */
export type Files = Readonly<Record<string, string>>;

/** The tool's folder, from the repository's root on. */
export function folderOf({ id }: Pick<NewTool, 'id'>): string {
  return `tools/${id}`;
}

/** What every tool has: its manifest, its page, one pure function with its test. */
export function pageFiles(tool: NewTool): Files {
  const folder = folderOf(tool);
  return {
    [`${folder}/manifest.ts`]: manifestOf(tool),
    [`${folder}/page/page.tsx`]: pageOf(tool),
    [`${folder}/knowledge/measure-text.ts`]: logicOf(tool),
    [`${folder}/knowledge/measure-text.test.ts`]: logicTestOf,
    [`${folder}/page/text-panel.tsx`]: textPanelOf,
  };
}

function manifestOf({ id, title, audience, collection }: NewTool): string {
  return `import type { ToolManifest } from '../tool.ts';

/** ${title}: what routes, cards and commands need to know of it. */
export const ${camelCase(id)} = {
  id: '${id}',
  title: '${title}',
  summary: '${title}: one sentence that says what it is for.',
  audience: '${audience}',
  ${collection === undefined ? '' : 'keepsRecords: true,\n  '}terminal: { command: '${id}', aliases: [] },
} as const satisfies ToolManifest;
`;
}

function pageOf(tool: NewTool): string {
  const { id, audience, collection, server, worker } = tool;
  const name = camelCase(id);
  const isOwners = audience === 'owner';
  const declared = collection === undefined ? undefined : declarationOf(collection);
  const keeps = declared === undefined ? '' : isOwners ? ' keeps={keeps}' : ' owner={{ keeps }}';
  const frame = isOwners ? `OwnerPage tool={${name}}${keeps}` : `ToolFrame tool={${name}} summary={${name}.summary}${keeps}`;
  const imports = [
    ...(isOwners ? [] : ["import { ToolFrame } from '../../../web/app/domains/apps/tool-frame.tsx';"]),
    ...(isOwners ? [] : ["import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';"]),
    ...(isOwners ? ["import { OwnerPage } from '../../../web/app/domains/owner-page/owner-page.tsx';"] : []),
    `import { ${name} } from '../manifest.ts';`,
    ...(declared === undefined
      ? []
      : [`import { ${declared.name} } from './${declared.file}';`, "import { RecordsPanel } from './records-panel.tsx';"]),
    ...(server ? ["import { ServerPanel } from './server-panel.tsx';"] : []),
    "import { TextPanel } from './text-panel.tsx';",
    ...(worker ? ["import { WorkerPanel } from './worker-panel.tsx';"] : []),
  ];
  const panels = [
    '<TextPanel />',
    ...(worker ? ['<WorkerPanel />'] : []),
    ...(server ? ['<ServerPanel />'] : []),
    ...(collection === undefined ? [] : ['<RecordsPanel />']),
  ];
  return `${imports.join('\n')}

${isOwners ? ownersMeta(name) : publicMeta(name)}
${declared !== undefined ? `\nconst keeps = [${declared.name}];\n` : ''}
export default function ${pascalCase(id)}Page() {
  return (
    <${frame}>
      <div className="mt-6 grid gap-6">
        ${panels.join('\n        ')}
      </div>
    </${isOwners ? 'OwnerPage' : 'ToolFrame'}>
  );
}
`;
}

function ownersMeta(name: string): string {
  return `export function meta() {
  return [{ title: ${name}.title }, { name: 'robots', content: 'noindex' }];
}`;
}

function publicMeta(name: string): string {
  return `export const meta = toolHead(${name});`;
}

function logicOf({ title }: NewTool): string {
  return `/** What ${title} finds out about a text. */
export type TextMeasure = { readonly characters: number; readonly lines: number };

/** Counts the characters (grapheme clusters, UAX #29) and the lines of a text. An empty text has none of either. */
export function measureText(text: string): TextMeasure {
  const characters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length;
  return { characters, lines: text === '' ? 0 : text.split(/\\r\\n|\\r|\\n/).length };
}
`;
}

const logicTestOf = `import { expect, test } from 'vitest';
import { measureText } from './measure-text.ts';

test('a letter with its accent is one character, and a line ends by any of the three line breaks', () => {
  expect(measureText('e\\u0301a\\r\\nb\\rc\\nd')).toEqual({ characters: 8, lines: 4 });
});

test('an empty text has no characters and no lines', () => {
  expect(measureText('')).toEqual({ characters: 0, lines: 0 });
});
`;

const textPanelOf = `import { useState } from 'react';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { TextArea } from '../../../web/app/ui/fields/text-area.tsx';
import { measureText } from '../knowledge/measure-text.ts';

/** A text and what is found out about it, as one types. */
export function TextPanel() {
  const [text, setText] = useState('');
  const { characters, lines } = measureText(text);
  return (
    <Panel title="Text">
      <TextArea label="Text to measure" rows={5} value={text} onValue={setText} />
      <p role="status" className="mt-3 font-mono text-sm text-muted tabular-nums">
        {characters} characters, {lines} lines
      </p>
    </Panel>
  );
}
`;
