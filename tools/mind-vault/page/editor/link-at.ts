import { indexMarkdown } from '@castellan/notes/markdown-index';
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

/** A link under the cursor: to a note, or to an address elsewhere. */
export type FollowedLink =
  | { readonly kind: 'note'; readonly target: string; readonly subpath: string }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'address'; readonly address: string };

/** The link at a place of the text, if there is one that may be followed. */
export function linkAt(state: EditorState, at: number): FollowedLink | undefined {
  for (let node: SyntaxNode | null = find(state, at); node !== null; node = node.parent) {
    const text = state.sliceDoc(node.from, node.to);
    if (node.name === 'Hashtag') return { kind: 'tag', tag: text.slice(1) };
    if (node.name === 'WikiLink' || node.name === 'Link' || node.name === 'Image') {
      const [link] = indexMarkdown(text).links;
      if (link !== undefined) return { kind: 'note', target: link.target, subpath: link.subpath };
    }
    if (node.name === 'Link' || node.name === 'Image' || node.name === 'Autolink' || node.name === 'URL') {
      const url = node.name === 'URL' ? node : node.getChild('URL');
      const address = url === null ? '' : state.sliceDoc(url.from, url.to);
      // Nothing but these leads anywhere: no script is an address.
      if (/^(?:https?:\/\/|mailto:)/i.test(address)) return { kind: 'address', address };
      if (/^www\./i.test(address)) return { kind: 'address', address: `https://${address}` };
    }
  }
  return undefined;
}

function find(state: EditorState, at: number) {
  const tree = syntaxTree(state);
  const inner = tree.resolveInner(at, 1);
  return inner.name === 'Document' || inner.name === 'Paragraph' ? tree.resolveInner(at, -1) : inner;
}
