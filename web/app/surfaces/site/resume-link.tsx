import { useState } from 'react';

/**
 * Get Resume in the navigation. Where the page has its own in view only the room is kept, without the words: whoever looks for the
 * link by them finds one. While it has the focus it stays, since the focus would else be lost with it.
 */
export function ResumeLink({ isShown }: { readonly isShown: boolean }) {
  const [hasFocus, setFocus] = useState(false);
  if (!isShown && !hasFocus) return <span aria-hidden="true" className="site-resume site-resume-room" />;
  return (
    <a
      href="/resume"
      target="_blank"
      rel="noopener"
      title="Opens in a new tab"
      className="site-resume"
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      Get Resume
    </a>
  );
}
