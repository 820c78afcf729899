import { SaxesParser } from 'saxes';

/** What is told of a document's tags, one by one. */
export type Tags = {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close: (name: string) => void;
};

/**
 * Feeds bytes of UTF-8 to a parser; the answer is `false` once they are no XML. It knows no entities but XML's own five, and opens
 * nothing that a document names.
 */
export function createXmlFeed({ open, close }: Tags): (bytes: Uint8Array, isLast: boolean) => boolean {
  const decoder = new TextDecoder();
  // Where in the text an error stands is told to nobody, and no name is looked up by its prefix.
  const parser = new SaxesParser({ xmlns: false, position: false });
  let isFine = true;
  parser.on('error', () => {
    isFine = false;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (isFine) open(name, attributes);
  });
  parser.on('closetag', ({ name }) => {
    if (isFine) close(name);
  });
  return (bytes, isLast) => {
    if (isFine) parser.write(decoder.decode(bytes, { stream: !isLast }));
    if (isFine && isLast) parser.close();
    return isFine;
  };
}
