/**
 * Get Resume in the navigation. Where the page has its own in view only the room is kept, without the words: whoever looks for the
 * link by them finds one.
 */
export function ResumeLink({ isShown }: { readonly isShown: boolean }) {
  if (!isShown) return <span aria-hidden="true" className="site-resume site-resume-room" />;
  return (
    <a href="/resume" target="_blank" rel="noopener" title="Opens in a new tab" className="site-resume">
      Get Resume
    </a>
  );
}
