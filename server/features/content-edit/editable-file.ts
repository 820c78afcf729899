import { maxKeyBytes } from '../../pgp-key.ts';

/** A file of the content folder that the owner may write from the browser. */
export type EditableFile = {
  /** Its path below the content folder, with `/`. */
  readonly name: string;
  readonly kind: 'profile' | 'resume' | 'wishes' | 'private' | 'case-study' | 'article';
  /** The last part of its address, for a text that has a page of its own. */
  readonly slug: string;
  readonly maxBytes: number;
};

const folderOfArticles = 'writing/';

/** Longer names are refused by what reads the files too. */
const maxNameLength = 80;

/** Small letters, digits and single hyphens: no dots, no separators, no letter that a file system folds into another. */
const slugShape = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** `README.md` where case does not count, and what Windows takes for a device whatever its ending is. */
const reserved = /^(?:readme|con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * The file of that name, or `undefined`: nothing else of the folder is written or read through the browser. The name is all that is
 * looked at; what lies at its place is for `openContentFolder` to judge.
 */
export function editableFile(name: string): EditableFile | undefined {
  if (name === 'profile.json') return { name, kind: 'profile', slug: '', maxBytes: 64_000 };
  if (name === 'resume.json') return { name, kind: 'resume', slug: '', maxBytes: 400_000 };
  if (name === 'wishes.json') return { name, kind: 'wishes', slug: '', maxBytes: 200_000 };
  if (name === 'private.json') return { name, kind: 'private', slug: '', maxBytes: 4000 };
  const isArticle = name.startsWith(folderOfArticles);
  const file = isArticle ? name.slice(folderOfArticles.length) : name;
  if (file.length > maxNameLength || !file.endsWith('.md')) return undefined;
  const slug = file.slice(0, -'.md'.length);
  if (!slugShape.test(slug) || reserved.test(slug)) return undefined;
  return { name, kind: isArticle ? 'article' : 'case-study', slug, maxBytes: 400_000 };
}

/** What the owner's public key is called when it comes from the browser. */
export const keyName = 'key.asc';

/** A file whose text and earlier states the owner may read: each that is edited here, and the key, which is exchanged whole. */
export function textFile(name: string): Pick<EditableFile, 'name' | 'maxBytes'> | undefined {
  return name === keyName ? { name, maxBytes: maxKeyBytes } : editableFile(name);
}

/** What the owner's photo is called when it comes from the browser. */
export const photoNames = { 'image/jpeg': 'portrait.jpg', 'image/png': 'portrait.png' } as const;

/** The ending of a picture that comes from the browser, by its type. */
export const pictureEndings = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const;

/** Whether a picture of that name may lie beside the articles: a plain name, as articles must write it. */
export function pictureName(name: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{0,99}\.(?:avif|gif|jpe?g|png|webp)$/i.test(name) && !reserved.test((name.split('.')[0] ?? '').toLowerCase());
}

/** Whether a font of that name may come from the browser or be taken away there. */
export function fontName(name: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{0,99}\.(?:ttf|otf)$/i.test(name) && !reserved.test((name.split('.')[0] ?? '').toLowerCase());
}
