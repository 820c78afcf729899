import { lstat, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { fontsFolder, lettersOf, mostFiles } from '../../fonts/owner-fonts.ts';
import { byMethod } from '../../functions/by-method.ts';
import type { Call } from '../../functions/call-rules.ts';
import { answerJson, refuse } from '../../functions/function-answers.ts';
import { ownerRead } from '../../functions/owner-function.ts';
import { type ContentFolder, maxKeptBytes } from './content-folder.ts';
import { alone, answerOf, type ContentEditing, type SaveAnswer } from './content-functions.ts';
import { fontName } from './editable-file.ts';
import { type KeptFile, type SentFile, takeSentFile } from './sent-file.ts';

/** The longest that comes from the browser; a longer one may be copied into the folder. What is replaced must fit into a version. */
const maxFontBytes = maxKeptBytes;

const maxFontText = Math.ceil(maxFontBytes / 3) * 4;

/** How many earlier states of each font are listed. */
const maxKeptListed = 3;

const invalid = (problem: string): SaveAnswer => ({ outcome: 'invalid', faults: [{ field: 'font', problem }] });

/**
 * `content-fonts`, for the owner: the fonts that share cards and the resume draw other letters with. GET lists them. POST
 * `{ stem, base64 }` adds or replaces one, once some of its letters were drawn in a process of its own, and answers a `SaveAnswer`;
 * `{ remove }` takes one away. What was there is kept as a version, which GET lists and `{ restore, kept }` brings back the same way.
 * 403 `verification_too_old` without a proof of the last five minutes.
 */
export function createFontsFunction(editing: ContentEditing): PlatformFunction {
  return byMethod({
    GET: ownerRead(async () => {
      const [fonts, kept] = await Promise.all([listFonts(editing.folder), listKept(editing.folder)]);
      return answerJson({ fonts, kept, maxBytes: maxFontBytes, maxFiles: mostFiles });
    }),
    POST: takeSentFile(editing, {
      what: 'font',
      maxBytes: maxFontBytes,
      maxText: maxFontText,
      maxBodyBytes: maxFontText + 1000,
      add,
      remove,
      restore,
    }),
  });
}

async function listFonts(folder: ContentFolder) {
  const names = (await folder.names(fontsFolder)).filter(fontName).toSorted();
  return Promise.all(
    names.slice(0, 2 * mostFiles).map(async (name) => ({ name, bytes: (await lstat(join(folder.path, fontsFolder, name))).size })),
  );
}

/** What was replaced or removed, by font, the newest first. */
async function listKept(folder: ContentFolder) {
  const names = (await folder.keptNames(fontsFolder))
    .filter(fontName)
    .toSorted()
    .slice(0, 2 * mostFiles);
  const kept = await Promise.all(
    names.map(async (name) =>
      (await folder.versions(`${fontsFolder}/${name}`)).slice(0, maxKeptListed).map((version) => ({ name, ...version })),
    ),
  );
  return kept.flat();
}

async function add(editing: ContentEditing, { stem, base64 }: SentFile, call: Call): Promise<Response> {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > maxFontBytes) return answerJson(invalid(`has ${bytes.length} bytes, and at most ${maxFontBytes} are taken`));
  return put(editing, `${stem}.${bytes.toString('latin1', 0, 4) === 'OTTO' ? 'otf' : 'ttf'}`, bytes, call);
}

const unknownFont = () => refuse(404, 'font_unknown', 'There is no such font in the content folder.');

async function restore(editing: ContentEditing, { restore: name, kept }: KeptFile, call: Call): Promise<Response> {
  const bytes = fontName(name) ? await editing.folder.readVersion(`${fontsFolder}/${name}`, kept) : undefined;
  return bytes === undefined ? unknownFont() : put(editing, name, bytes, call);
}

async function put(editing: ContentEditing, name: string, bytes: Buffer, call: Call): Promise<Response> {
  const problem = await complainOfFont(bytes);
  if (problem !== undefined) return answerJson(invalid(problem));
  const file = `${fontsFolder}/${name}`;
  const { folder } = editing;
  const answer = await alone(editing, async (): Promise<SaveAnswer> => {
    const others = (await folder.names(fontsFolder)).filter((one) => /\.(?:ttf|otf)$/i.test(one) && one !== name);
    if (others.length >= mostFiles) return invalid(`would be one of more than ${mostFiles}: remove others first`);
    const written = await folder.write(file, bytes, (await folder.read(file, maxKeptBytes)).version);
    return written.ok ? { outcome: 'saved', version: written.value.version, versions: [] } : answerOf(written.failure);
  });
  if (answer.outcome === 'saved') await editing.changed({ file, version: answer.version, call });
  return answerJson(answer);
}

/** Why no letters can be drawn with it. It is read where nothing serves it, in a process of its own. */
async function complainOfFont(bytes: Buffer): Promise<string | undefined> {
  const room = await mkdtemp(join(tmpdir(), 'castellan-font-'));
  try {
    const path = join(room, 'font');
    await writeFile(path, bytes, { mode: 0o600 });
    const letters = await lettersOf({ path, bytes: bytes.length });
    return 'problem' in letters ? letters.problem : undefined;
  } finally {
    await rm(room, { recursive: true, force: true });
  }
}

async function remove(editing: ContentEditing, name: string, call: Call): Promise<Response> {
  if (!fontName(name)) return unknownFont();
  const { folder } = editing;
  const file = `${fontsFolder}/${name}`;
  const answer = await alone(editing, async (): Promise<SaveAnswer> => {
    const { version } = await folder.read(file, maxKeptBytes);
    if (version === null) return invalid(`is not there, or is longer than ${maxKeptBytes} bytes: remove it on the server`);
    const removed = await folder.remove(file, version);
    return removed.ok ? { outcome: 'deleted', versions: [] } : answerOf(removed.failure);
  });
  if (answer.outcome === 'deleted') await editing.changed({ file, version: null, call });
  return answerJson(answer);
}
