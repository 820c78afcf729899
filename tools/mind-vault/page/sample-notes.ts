import { type Note, notes } from '../../../web/app/domains/notes/note.ts';
import { dayOf } from '../../../web/app/domains/tasks/day.ts';

/** A small vault that shows what notes can do. */
export function sampleNotes(now: Date): readonly Note[] {
  const today = dayOf(now);
  const texts: readonly (readonly [path: string, body: string, pinned?: boolean])[] = [
    [
      'Start here.md',
      '# How these notes hang together\n\nTwo brackets link to a note: [[Guilloche]]. A link may show other words, [[Rose engine|like these]], or lead to a heading: [[Guilloche#How it is cut]].\n\n- [x] Open a sample\n- [ ] Rename [[Guilloche]] and look at this line again\n\n> The margin shows which notes speak of this one.\n\nTags are written in the text: #engraving #sample\n',
      true,
    ],
    [
      'Craft/Guilloche.md',
      '---\naliases: [Engine turning]\ntags: [engraving]\n---\nA pattern of **interlaced lines**, cut by a [[Rose engine]]. Banknotes carry it because it is hard to draw by hand.\n\n## How it is cut\n\nThe work turns while a cam moves it to and fro. ^cam\n\n## Where it is seen\n\n- on banknotes\n- on the cases of watches\n',
    ],
    [
      'Craft/Rose engine.md',
      'A lathe whose headstock *rocks* against a rosette. See [[Guilloche#^cam]] for what it makes.\n\n#engraving/tools\n',
    ],
    [`Days/${today}.md`, 'Read about [[Rose engine|rose engines]] for an hour. ==Write the summary tomorrow.==\n'],
    ['Loose thought.md', 'A note that nothing links to. `code`, ~~what no longer holds~~, and 1 of 5 notes.\n'],
  ];
  return texts.map(([path, body, pinned = false], index) =>
    notes.schema.parse({
      ...{ id: `00000000-0000-4000-8000-00000000000${index}`, version: 1, deleted_at: null, path, body, pinned, tags: [] },
      title: path.slice(path.lastIndexOf('/') + 1, -3),
      created_at: now.toISOString(),
      updated_at: new Date(now.getTime() - index * 3_600_000).toISOString(),
    }),
  );
}
