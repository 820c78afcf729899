import { readNoteLink } from '@castellan/notes/markdown-index';
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import type { FollowedLink } from '../../../../web/app/domains/notes/shown/note-surround.ts';
import { followedAddress } from '../../../../web/app/domains/notes/shown/read-inlines.ts';

/**
 * The link at a place of the text, if there is one that may be followed. What stands around it is the link: an address in the text of
 * one is read, and not where it leads.
 */
export function linkAt(state: EditorState, at: number): FollowedLink | undefined {
  let found: FollowedLink | undefined;
  for (let node: SyntaxNode | null = find(state, at); node !== null; node = node.parent) found = linkOf(state, node) ?? found;
  return found;
}

function linkOf(state: EditorState, node: SyntaxNode): FollowedLink | undefined {
  const text = state.sliceDoc(node.from, node.to);
  switch (node.name) {
    case 'Hashtag':
      return { kind: 'tag', tag: text.slice(1) };
    case 'URL':
      return addressLink(text, text);
    case 'Autolink':
      return addressLink(text.slice(1, -1), text.slice(1, -1));
    case 'WikiLink':
    case 'Link':
    case 'Image': {
      const link = readNoteLink(text);
      if (link !== undefined) return { kind: 'note', target: link.target, subpath: link.subpath };
      const [open, close] = node.getChildren('LinkMark');
      const url = node.getChildren('URL').find(({ from }) => close !== undefined && from >= close.to);
      if (open === undefined || close === undefined || url === undefined) return undefined;
      return addressLink(state.sliceDoc(url.from, url.to), state.sliceDoc(open.to, close.from));
    }
    default:
      return undefined;
  }
}

/** Nothing but these leads anywhere: no script is an address. */
function addressLink(written: string, text: string): FollowedLink | undefined {
  // Angle brackets may stand around a target.
  const address = followedAddress(written.startsWith('<') ? written.slice(1, -1) : written);
  return address === undefined ? undefined : { kind: 'address', address, text };
}

function find(state: EditorState, at: number) {
  const tree = syntaxTree(state);
  const inner = tree.resolveInner(at, 1);
  return inner.name === 'Document' || inner.name === 'Paragraph' ? tree.resolveInner(at, -1) : inner;
}
