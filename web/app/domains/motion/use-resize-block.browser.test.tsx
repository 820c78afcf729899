import { expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { eventually } from '../../testing/steps.ts';
import { useResizeBlock } from './use-resize-block.ts';

function Moving() {
  useResizeBlock();
  return <p className="transition-opacity duration-plate">Moving</p>;
}

test('a resize ends a transition that is under way, and a later one may run again', async () => {
  const { getByText } = await render(<Moving />);
  const moving = getByText('Moving').element() as HTMLElement;
  onTestFinished(() => document.documentElement.classList.remove('is-resizing'));
  const fadeTo = (opacity: string) => {
    // Its style before the change is what a transition begins with.
    expect(getComputedStyle(moving).transitionDuration).not.toBe('');
    moving.style.opacity = opacity;
    return moving.getAnimations().length;
  };
  expect(fadeTo('0')).toBe(1);
  window.dispatchEvent(new Event('resize'));
  expect(moving.getAnimations()).toEqual([]);
  expect(getComputedStyle(moving).opacity).toBe('0');
  await eventually(() => expect(document.documentElement.classList.contains('is-resizing')).toBe(false));
  expect(fadeTo('1')).toBe(1);
});
