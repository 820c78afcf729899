import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { openSitePage, sampleSite, secondSite } from '../../testing/open-site-page.tsx';
import { click, eventually, focused, focusOn, gone, hidden, press, seen, textOf } from '../../testing/steps.ts';
import { wantOfSystem } from '../../testing/visitor-wishes.ts';

const cards = () => [...document.querySelectorAll<HTMLElement>('section[aria-labelledby="social"] li')];
const about = () => document.querySelector('#about')?.closest<HTMLElement>('main > div') ?? null;

/** Delays of the entrances that were started, in milliseconds and in the order of the page. */
const entrances = (elements: readonly (Element | null)[]): readonly number[] =>
  elements.flatMap((element) =>
    (element?.getAnimations() ?? [])
      .filter((animation) => animation instanceof CSSAnimation && animation.animationName === 'entering')
      .map((animation) => Number(animation.effect?.getTiming().delay)),
  );

/** Lets a started entrance stand at its beginning, so that looking at it depends on no clock. */
function holdEntrances(): void {
  document.addEventListener('animationstart', ({ target }) => {
    if (target instanceof Element) for (const animation of target.getAnimations()) animation.pause();
  });
}

async function openHome(site = sampleSite): Promise<void> {
  await openSitePage('/', site);
  await eventually(() => expect(cards()).toHaveLength(3));
  window.scrollTo(0, 0);
}

test('the three cards enter 100 ms apart once they are seen; About enters once', async () => {
  holdEntrances();
  await openHome();
  expect(entrances(cards())).toEqual([]);
  cards().at(-1)?.scrollIntoView();
  await expect.poll(() => entrances(cards())).toEqual([0, 100, 200]);
  about()?.scrollIntoView();
  await expect.poll(() => about()?.className).toBe('entering');
});

test('nothing enters while motion is paused', async () => {
  holdEntrances();
  await openHome();
  await click('Pause motion');
  cards().at(-1)?.scrollIntoView();
  await expect.element(page.elementLocator(cards()[2] ?? document.body)).toBeInViewport();
  window.scrollTo(0, 0);
  await click('Play motion');
  cards().at(-1)?.scrollIntoView();
  await expect.element(page.elementLocator(cards()[2] ?? document.body)).toBeInViewport();
  expect(entrances(cards())).toEqual([]);
});

test('nothing enters where the visitor wants less motion', async () => {
  await wantOfSystem({ motion: 'reduce' });
  holdEntrances();
  await openHome();
  cards().at(-1)?.scrollIntoView();
  await expect.element(page.elementLocator(cards()[2] ?? document.body)).toBeInViewport();
  expect(entrances([...cards(), about()])).toEqual([]);
});

test('by keyboard: the Discord dialog opens, copies, says so for 2000 ms, and gives the focus back on Escape', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openHome();
  const card = page.getByRole('button', { name: /Discord/ });
  focusOn(card);
  await press('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Discord' });
  await seen(dialog.getByText('Connect with me on Discord'));
  await seen(dialog.getByText('Click to copy my Discord username'));
  focusOn(dialog.getByRole('button', { name: 'Copy' }));
  await press('{Enter}');
  const done = dialog.getByRole('button', { name: 'Copied!' });
  await seen(done);
  await eventually(() => expect(textOf(dialog.getByRole('status'))).toBe('The username is in the clipboard.'));
  expect(copied.mock.calls).toEqual([['ada.varga']]);
  await vi.advanceTimersByTimeAsync(1999);
  await seen(done);
  await vi.advanceTimersByTimeAsync(1);
  await seen(dialog.getByRole('button', { name: 'Copy', exact: true }));
  await press('{Escape}');
  await gone(dialog);
  await focused(card);
  await press('{Enter}');
  focusOn(dialog.getByRole('button', { name: 'Close' }));
  await press('{Enter}');
  await gone(dialog);
});

test('LinkedIn and GitHub open in a new tab that cannot reach back', async () => {
  await openHome();
  for (const [name, address] of [
    ['LinkedIn', 'https://www.linkedin.com/in/ada-varga-example/'],
    ['GitHub', 'https://github.com/ada-varga-example'],
  ] as const) {
    const link = page
      .elementLocator(document.querySelector('section[aria-labelledby="social"]') ?? document.body)
      .getByRole('link', { name: new RegExp(name) });
    await expect.element(link).toHaveAttribute('href', address);
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  }
});

test('the title word changes every two seconds, and stops while motion is paused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  await openHome();
  const word = () => document.querySelector('.hero-word')?.textContent;
  await eventually(() => expect(word()).toBe('Application'));
  await vi.advanceTimersByTimeAsync(2000);
  await eventually(() => expect(word()).toBe('Cyber'));
  await vi.advanceTimersByTimeAsync(2000);
  await eventually(() => expect(word()).toBe('System'));
  await click('Pause motion');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(word()).toBe('System');
});

test('where the visitor wants less motion all three title words are told, and there is nothing to pause', async () => {
  await wantOfSystem({ motion: 'reduce' });
  await openHome();
  const whole = page.elementLocator(document.querySelector('.hero-title-whole') ?? document.body);
  await expect.element(whole).toBeInViewport({ ratio: 1 });
  await expect.poll(() => whole.element().getBoundingClientRect().width).toBeGreaterThan(200);
  await hidden(page.elementLocator(document.querySelector('.hero-title-turning') ?? document.body));
  await gone(page.getByRole('button', { name: 'Pause motion' }));
});

test('axe finds nothing on the home page, nor with the Discord dialog open, and the page fits 320 px', async () => {
  await openHome();
  for (const name of ['Experience', 'Projects', 'Skills', 'Find me here ~']) {
    await seen(page.getByRole('heading', { name, exact: true }));
    page.getByRole('heading', { name, exact: true }).element().scrollIntoView();
  }
  const found = [...(await accessibilityFaults('home'))];
  await page.getByRole('button', { name: /Discord/ }).click();
  await seen(page.getByRole('dialog'));
  found.push(...(await accessibilityFaults('dialog')));
  expect(found).toEqual([]);
});

test('a project leads to its case study, or to its address in a new tab; evidence leads to what it names', async () => {
  await openHome();
  const projects = page.getByRole('region', { name: 'Projects', exact: true });
  await expect.element(projects.getByRole('link', { name: /^Rosette Read the case: / })).toHaveAttribute('href', '/projects/rosette');
  await expect.element(projects.getByRole('link', { name: 'Plumb Line (opens in a new tab)' })).toHaveAttribute('target', '_blank');
  const skills = page.getByRole('region', { name: 'Skills', exact: true });
  const evidence = skills.getByRole('link', { name: '84 engagements at Corvid & Lantern' });
  await expect.element(evidence).toHaveAttribute('href', '#post-2');
  await expect.poll(() => document.querySelector('#post-2')?.textContent).toContain('Senior Penetration Tester');
  expect(document.querySelector('section[aria-labelledby="skills-title"]')?.textContent).not.toMatch(/Advanced|Master|Expert/);
});

test('the data page of the passport tells what the content holds, and its lines are checked', async () => {
  await openHome();
  const texts = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '');
  await expect
    .poll(() => texts('.passport-fields dt'))
    .toEqual(['Specialty', 'Based in', 'In the field since', 'Certificates', 'Languages', 'PGP', 'Education', 'Advisories', 'Talks']);
  await expect.poll(() => texts('.passport-mrz p').map(({ length }) => length)).toEqual([44, 44]);
});

test('axe finds nothing on the page of a very different person, and forty skills and endless names fit 320 px', async () => {
  await openHome(secondSite);
  await eventually(() => expect(document.querySelectorAll('.home-skill')).toHaveLength(40));
  expect([...document.querySelectorAll('.passport-fields dt')].map((label) => label.textContent)).not.toContain('PGP');
  for (const section of document.querySelectorAll('.lazy-section')) section.scrollIntoView();
  expect(await accessibilityFaults('second')).toEqual([]);
});

test('what the owner does not have has no card, no link and no section', async () => {
  const { blogUrl, linkedinUrl, githubUrl, instagramUrl, spotifyUrl, discordHandle, ...bare } = sampleSite.profile;
  expect([blogUrl, linkedinUrl, instagramUrl, spotifyUrl, discordHandle]).not.toContain(undefined);
  const names = /Blog|LinkedIn|Discord|Socials|Spotify/;
  await openSitePage('/', { ...sampleSite, profile: { ...bare, ...(githubUrl === undefined ? {} : { githubUrl }) } });
  await eventually(() => expect(cards().map((card) => textOf(page.elementLocator(card)))).toEqual([expect.stringContaining('GitHub')]));
  const [card] = cards();
  expect(card?.getBoundingClientRect().width).toBe(card?.parentElement?.getBoundingClientRect().width);
  const { email, ...unreachable } = bare;
  expect(email).toBeDefined();
  await openSitePage('/', { ...sampleSite, profile: unreachable });
  await seen(page.getByRole('heading', { name: 'Skills', exact: true }));
  await gone(page.getByRole('heading', { name: 'Find me here ~' }));
  await gone(page.getByRole('link', { name: names }));
  await openSitePage('/contact', { ...sampleSite, profile: bare });
  await seen(page.getByRole('heading', { name: 'Contact Me' }));
  await gone(page.getByRole('link', { name: names }));
  expect(page.getByRole('main').getByRole('listitem').elements()).toHaveLength(2);
  await openSitePage('/contact', { ...sampleSite, profile: unreachable });
  await seen(page.getByRole('heading', { name: 'Contact Me' }));
  expect(page.getByRole('main').getByRole('listitem').elements()).toHaveLength(1);
  expect(textOf(page.getByRole('main'))).not.toMatch(/e-?mail/i);
});

test.each([1, 2, 3, 4])('%i cards below e-mail and telephone fill their row', async (count) => {
  const { instagramUrl, spotifyUrl, linkedinUrl, discordHandle, ...bare } = sampleSite.profile;
  const given = Object.entries({ instagramUrl, spotifyUrl, discordHandle, linkedinUrl }).slice(0, count);
  await page.viewport(1440, 900);
  await openSitePage('/contact', { ...sampleSite, profile: { ...bare, ...Object.fromEntries(given) } });
  const boxes = page
    .getByRole('main')
    .getByRole('listitem')
    .elements()
    .slice(2)
    .map((card) => card.getBoundingClientRect());
  expect(boxes).toHaveLength(count);
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
  const row = page.getByRole('main').getByRole('list').element().getBoundingClientRect();
  expect([boxes[0]?.left, boxes.at(-1)?.right]).toEqual([expect.closeTo(row.left, 0), expect.closeTo(row.right, 0)]);
});

test.each(['ar', 'he', 'fa', 'ur'])(
  'the words of an owner who writes %s run from right to left; the page’s own do not',
  async (language) => {
    const about = ['אני מגן על מערכות, ועל יומנים שחייבים להאמין להם.', 'כתבו לי.'];
    await openHome({ ...sampleSite, profile: { ...sampleSite.profile, name: 'נועה לוי', about, language } });
    const lead = document.querySelector('.passport-lead');
    expect([lead?.getAttribute('lang'), lead && getComputedStyle(lead).direction]).toEqual([language, 'rtl']);
    const name = document.querySelector('.hero-name');
    expect(name && getComputedStyle(name).direction).toBe('rtl');
    expect(getComputedStyle(document.documentElement).direction).toBe('ltr');
    expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
  },
);

test('a text in another script among the owner’s runs its own way', async () => {
  const about = ['I make systems hard to forge.', 'כתבו לי, ביחד נבנה.'];
  await openHome({ ...sampleSite, profile: { ...sampleSite.profile, about } });
  const texts = [...document.querySelectorAll('.passport-lead, .passport-text')];
  expect(texts.map((text) => getComputedStyle(text).direction)).toEqual(['ltr', 'rtl']);
});

test.each([
  [1440, 844],
  [390, 844],
])('a name of many words leaves Get Resume in the first screen of %i × %i', async (width, height) => {
  await page.viewport(width, height);
  const name = 'María de los Ángeles Fernández de Córdoba y Álvarez de Toledo Montenegro';
  await openHome({ ...sampleSite, profile: { ...sampleSite.profile, name } });
  const way = page.getByRole('link', { name: 'Get Resume' }).first().element();
  await eventually(() => expect(way.getBoundingClientRect().bottom).toBeLessThan(height));
});
