import type { Extension } from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import type { FollowedLink } from '../../../../web/app/domains/notes/shown/note-surround.ts';
import { linkAt } from './link-at.ts';

/** How long a finger rests on a link until it is held rather than pressed. */
const heldAfterMs = 500;

/**
 * Tells which link is pointed at, or is held by a finger. A link that has the cursor shows its target by itself. A held link is not
 * followed.
 */
export function watchPointing(tell: (link: FollowedLink | undefined) => void): Extension {
  let pointed: FollowedLink | undefined;
  let held: FollowedLink | undefined;
  let alarm: number | undefined;
  const show = () => tell(held ?? pointed);
  const letGo = () => {
    window.clearTimeout(alarm);
    held = undefined;
    show();
  };
  return [
    ViewPlugin.define(() => ({ destroy: () => window.clearTimeout(alarm) })),
    EditorView.updateListener.of(({ docChanged }) => {
      if (!docChanged) return;
      pointed = undefined;
      show();
    }),
    EditorView.domEventHandlers({
      mousemove: (event, view) => {
        pointed = linkUnder(view, event.target, event.clientX, event.clientY);
        show();
      },
      mouseleave: () => {
        pointed = undefined;
        show();
      },
      touchstart: (event, view) => {
        letGo();
        const [touch] = event.touches;
        if (touch === undefined || event.touches.length > 1) return;
        const link = linkUnder(view, event.target, touch.clientX, touch.clientY);
        if (link === undefined) return;
        alarm = window.setTimeout(() => {
          held = link;
          show();
        }, heldAfterMs);
      },
      touchmove: letGo,
      touchcancel: letGo,
      touchend: () => {
        window.clearTimeout(alarm);
        // The press that would follow is none: its target was looked at.
        return held !== undefined;
      },
      contextmenu: () => held !== undefined,
    }),
  ];
}

function linkUnder(view: EditorView, target: EventTarget | null, x: number, y: number): FollowedLink | undefined {
  if (!(target instanceof Element) || target.closest('.note-follow') === null) return undefined;
  const at = view.posAtCoords({ x, y });
  return at === null ? undefined : linkAt(view.state, at);
}
