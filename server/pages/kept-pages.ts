import type { ListedWish } from '@castellan/web/listed-wish';
import type { DrawLane, DrawRefused } from './draw-lane.ts';
import type { DrawPage } from './draw-page.ts';
import { type MadePage, makePage } from './made-page.ts';
import type { PageFacts } from './page-facts.ts';
import { shareReads } from './share-reads.ts';

/** What is drawn: one of finitely many things, whatever strangers ask for. */
export type Subject = {
  /** What the web app is asked for, and the name under which the bytes are kept. */
  readonly address: string;
  /** The path that the page is at. */
  readonly path: string;
};

/** Pages as bytes, made once for each version of what they show. */
export type KeptPages = {
  /** The bytes, at once where they are kept and show no rows. `stranger`: whose turn a drawing takes; nobody's where it is left out. */
  readonly find: (subject: Subject, stranger?: string) => MadePage | Promise<MadePage | DrawRefused>;
  /** Forgets all pages: what they are made from is another. */
  readonly refresh: () => void;
};

type Options = {
  readonly draw: DrawPage;
  readonly facts: () => PageFacts;
  readonly lane: DrawLane;
  /** Unguessable, so that no content can carry it. */
  readonly placeholder: string;
  readonly isFound: (path: string) => boolean;
  readonly maxKept?: number;
};

type Kept = {
  readonly page: MadePage;
  /** The rows that the page shows, as text; `undefined` where it shows none. */
  readonly rows: string | undefined;
};

type Rows = readonly ListedWish[] | undefined;

/** Far more than the site has pages, and data for them. */
const defaultMaxKept = 400;

/**
 * Keeps pages. A change of the facts forgets them (`refresh`). A page that shows rows is held against the rows each time, in one read
 * that all who ask at the same time share: another server of the same database may have changed them.
 */
export function createKeptPages({ draw, facts, lane, placeholder, isFound, maxKept = defaultMaxKept }: Options): KeptPages {
  const kept = new Map<string, Kept>();
  const underWay = new Map<string, Promise<MadePage | DrawRefused>>();
  /** The addresses whose pages show rows, as far as they were ever drawn. */
  const withRows = new Set<string>();
  let version = 0;
  // Rows that cannot be had are a version too: the page then stands without them.
  const readRows = shareReads(() =>
    facts()
      .listedWishes()
      .then(
        (rows): Rows => rows,
        (): Rows => undefined,
      ),
  );

  const make = async ({ address, path }: Subject, known: { readonly rows: Rows } | undefined): Promise<MadePage> => {
    const began = version;
    const given = facts();
    let shown: Promise<Rows> | undefined = known === undefined ? undefined : Promise.resolve(known.rows);
    const listedWishes = async () => {
      shown ??= readRows();
      const rows = await shown;
      if (rows === undefined) throw new Error('the wishes cannot be read now');
      return rows;
    };
    const drawn = await draw(address, placeholder, { ...given, listedWishes });
    const page = await makePage(drawn, { path, placeholder, isFound: isFound(path), musicProxyUrl: given.musicProxyUrl });
    if (shown !== undefined) withRows.add(address);
    if (page.isLasting && version === began) keep(address, { page, rows: shown === undefined ? undefined : textOf(await shown) });
    return page;
  };
  const keep = (address: string, one: Kept) => {
    // Deleting first moves it to the young end of the map.
    kept.delete(address);
    const [oldest] = kept.keys();
    if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
    kept.set(address, one);
  };
  /** One drawing for all who want the same; it takes a turn of whoever asked first. */
  const makeOnce = (subject: Subject, stranger: string | undefined, known?: { readonly rows: Rows }): Promise<MadePage | DrawRefused> => {
    const name = `${subject.address} ${known === undefined ? '' : textOf(known.rows)}`;
    const running = underWay.get(name);
    if (running !== undefined) return running;
    const made = stranger === undefined ? make(subject, known) : lane.run(stranger, () => make(subject, known));
    underWay.set(name, made);
    const end = () => {
      if (underWay.get(name) === made) underWay.delete(name);
    };
    made.then(end, end);
    return made;
  };
  const findByRows = async (subject: Subject, stranger: string | undefined): Promise<MadePage | DrawRefused> => {
    const rows = await readRows();
    const known = kept.get(subject.address);
    return known !== undefined && known.rows === textOf(rows) ? known.page : makeOnce(subject, stranger, { rows });
  };
  return {
    find: (subject, stranger) => {
      if (withRows.has(subject.address)) return findByRows(subject, stranger);
      return kept.get(subject.address)?.page ?? makeOnce(subject, stranger);
    },
    refresh: () => {
      version += 1;
      kept.clear();
      underWay.clear();
    },
  };
}

function textOf(rows: Rows): string {
  return rows === undefined ? 'away' : JSON.stringify(rows);
}
