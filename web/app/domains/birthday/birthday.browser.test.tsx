import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { startFakeBackend } from '../../testing/fake-backend.ts';
import { listedWishes, openSitePage } from '../../testing/open-site-page.tsx';
import { click, counted, eventually, gone, seen, textOf } from '../../testing/steps.ts';
import { wantOfSystem } from '../../testing/visitor-wishes.ts';

/** Eleven days in June in Budapest, where the sample owner lives. */
const inJune = Date.parse('2027-06-18T22:00:00Z');
const theDay = Date.parse('2027-06-29T22:00:00Z');

const button = () => page.getByRole('main').getByRole('link', { name: 'Wishlist' });
const countdown = () => page.getByRole('timer', { name: 'Countdown to 30 June' });
const numbers = () => textOf(countdown());
const sparkles = () => [...document.querySelectorAll('.sparkle')];
const twinkling = () => sparkles().filter((star) => star.querySelector('path')?.getAnimations().length).length;

/** Stops the clock at a moment: from here on time passes only as the test lets it. */
function stopClock(nowMs: number): void {
  vi.useFakeTimers({ now: nowMs, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Lets nobody but the month be looked at. */
function answerWishes(): void {
  startFakeBackend().on('POST /rest/v1/rpc/wish_availability', { json: listedWishes.map(({ id, quantity }) => ({ id, free: quantity })) });
}

test('in June the home page has the way to the wishlist, twelve sparkles of 10 to 20 px, and a countdown by the second', async () => {
  answerWishes();
  stopClock(inJune + 5_000);
  await openSitePage('/');
  await seen(countdown());
  await eventually(() => expect(countdown().element().getAttribute('aria-live')).toBe('off'));
  await eventually(() => expect(numbers()).toBe('10 days23 hours59 minutes55 seconds'));
  await pass(1000);
  await eventually(() => expect(numbers()).toBe('10 days23 hours59 minutes54 seconds'));
  await pass(60_000);
  await eventually(() => expect(numbers()).toBe('10 days23 hours58 minutes54 seconds'));
  await eventually(() => expect(sparkles()).toHaveLength(12));
  for (const star of sparkles()) {
    const size = Number(star.getAttribute('width'));
    expect(size >= 10 && size <= 20).toBe(true);
  }
  vi.useRealTimers();
  await button().click();
  await expect.poll(() => location.pathname).toBe('/wishlist');
  await seen(page.getByRole('heading', { level: 1, name: 'Wishlist' }));
});

test('at zero the text appears, stays all that day in the owner’s time zone, and goes with the month', async () => {
  stopClock(theDay - 2_000);
  await openSitePage('/');
  await eventually(() => expect(numbers()).toBe('00 days00 hours00 minutes02 seconds'));
  await pass(1999);
  await eventually(() => expect(numbers()).toBe('00 days00 hours00 minutes01 seconds'));
  await pass(1);
  const text = page.getByText('HAPPY BIRTHDAY TO ME', { exact: true });
  await seen(text);
  await gone(countdown());
  await seen(button());
  // Nearly to the day's end, and what was due in between once.
  vi.setSystemTime(theDay + 86_339_000);
  await pass(60_000);
  await seen(text);
  await pass(61_000);
  await gone(text);
  await gone(button());
});

test.for(['2027-05-31T21:59:00Z', '2027-06-30T22:00:00Z', '2027-12-30T12:00:00Z'])(
  'at %s there is no button and no countdown',
  async (time) => {
    stopClock(Date.parse(time));
    await openSitePage('/');
    await seen(page.getByRole('button', { name: 'Pause motion' }));
    await counted(button(), 0);
    await gone(page.getByRole('timer'));
    expect(document.body.innerHTML).not.toMatch(/sparkle|HAPPY BIRTHDAY/);
  },
);

test('sparkles twinkle, and stand still while motion is paused, which holds the countdown too', async () => {
  stopClock(inJune);
  await openSitePage('/');
  await eventually(() => expect(sparkles().length).toBe(12));
  await eventually(() => expect(twinkling()).toBe(12));
  await click('Pause motion');
  await eventually(() => expect(twinkling()).toBe(0));
  const before = numbers();
  await pass(30_000);
  expect(numbers()).toBe(before);
  await click('Play motion');
  await pass(1000);
  await eventually(() => expect(numbers()).not.toBe(before));
});

test('where the visitor wants less motion no sparkle moves, and the countdown still counts', async () => {
  await wantOfSystem({ motion: 'reduce' });
  stopClock(inJune);
  await openSitePage('/');
  await eventually(() => expect(sparkles().length).toBe(12));
  await eventually(() => expect(twinkling()).toBe(0));
  const before = numbers();
  await pass(2000);
  await eventually(() => expect(numbers()).not.toBe(before));
});

test.for(['/', '/wishlist'])('axe finds nothing on %s in June, and the page fits 320 px', async (path) => {
  answerWishes();
  vi.useFakeTimers({ now: inJune, toFake: ['Date'] });
  await openSitePage(path);
  await seen(countdown());
  expect(await accessibilityFaults(path)).toEqual([]);
});
