import { useEffect } from 'react';
import { createResizeBlock } from './resize-block.ts';

/** Marks the document with `is-resizing` while the window is resized; the style sheet then stops all motion. */
export function useResizeBlock(): void {
  useEffect(() => {
    const block = createResizeBlock((blocked) => document.documentElement.classList.toggle('is-resizing', blocked));
    window.addEventListener('resize', block.onResize);
    return () => {
      window.removeEventListener('resize', block.onResize);
      block.stop();
    };
  }, []);
}
