import katex from 'katex';

/** Longer formulas are shown as they were written. */
const longest = 5_000;

/** Commands that would lead somewhere, fetch something or write markup. */
const wantsTrust = /\\(?:href|url|includegraphics|html[A-Z][a-z]*)(?![A-Za-z])/;

/**
 * Draws a formula into an element as MathML, which the browser sets by itself. No command of it leads anywhere, is markup or fetches
 * anything; what it may expand to and how large it may be has an end. `false` where it cannot be drawn: then nothing is.
 */
export function drawMath(host: HTMLElement, text: string, isBlock: boolean): boolean {
  if (text.length > longest || wantsTrust.test(text)) return false;
  try {
    katex.render(text, host, {
      displayMode: isBlock,
      output: 'mathml',
      trust: false,
      maxExpand: 200,
      maxSize: 20,
      throwOnError: true,
      // Line breaks and letters of other scripts stand in many notes; anything else that TeX would refuse is refused.
      strict: (code: string) => (code === 'newLineInDisplayMode' || code === 'unicodeTextInMathMode' ? 'ignore' : 'error'),
      // These two would write a style into the markup, which the page's policy refuses.
      macros: { '\\pmb': '\\boldsymbol{#1}', '\\fcolorbox': '\\@secondoftwo{#1#2}{\\boxed{#3}}' },
    });
    return true;
  } catch {
    host.replaceChildren();
    return false;
  }
}
