import { nameWidthStep } from '../../web/app/pages/home/name-width-step.ts';
import { expect, test, untilAnswering } from './test-app.ts';

/** Names of the world, from the shortest to the longest, in scripts of their own too. */
const names = [
  'Ada Varga',
  'Li Na',
  'Christopher Henderson',
  'Alexandra Montgomery',
  'Konstantinos Papadopoulos',
  'Aleksandra Wojciechowska',
  'Bartholomew Featherstonehaugh-Wójcik',
  'Hans-Joachim Müller-Lüdenscheidt',
  'María del Carmen Fernández-Villaverde',
  'Wilhelmina Wimmersberger',
  'Nguyễn Thị Minh Khai',
  'Oluwaseun Adébáyọ̀',
  'Chukwuemeka Nwokocha',
  'Ngozi Okonjo-Iweala',
  'Srinivasa Ramanujan Aiyangar',
  'Sivasubramaniam Venkataraghavan',
  'Hery Rajaonarimampianina',
  'Grzegorz Brzęczyszczykiewicz',
  'Jónína Rós Guðmundsdóttir',
  'Þórbergur Þorsteinsson',
  'Kateřina Nováková-Šťastná',
  'Đorđe Milosavljević',
  'Ștefan Constantinescu',
  'Gyöngyvér Szentgyörgyi',
  'Siobhán Ó Conchobhair',
  'Llewellyn Prydderch-Griffiths',
  'Jean-Baptiste de La Rochefoucauld',
  'Giovanni Battista Montefeltro',
  'Maximiliano Hernández Etxeberria',
  'Kaimana Kealiʻiahonui',
  'Tāwhirimātea Ngāmotu',
  'Abdulrahman Al-Mutawakkil',
  'Muhammadjon Saidabdullayev',
  'Иван Петров',
  'Александра Преображенская',
  'Δημήτρης Παπαδημητρόπουλος',
  'محمد عبد الرحمن',
  '山田太郎',
  '남궁민수',
  'प्रियंका चतुर्वेदी',
] as const;

const widths = [320, 360, 390, 480, 768, 1024, 1280, 1440] as const;

test('of 40 names of the world none breaks within a word or runs off the hero, from 320 to 1440 px', async ({ page }) => {
  expect(names).toHaveLength(40);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  // A name changed before the page's program runs would be taken for a fault of the server's markup.
  await untilAnswering(page);
  await page.evaluate(() => document.fonts.ready);
  const steps = names.map((name) => ({ name, step: nameWidthStep(name) }));
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const broken = await page.evaluate((all) => {
      const heading = document.querySelector<HTMLElement>('.hero-name');
      const text = heading?.firstChild;
      if (heading === null || text === null || text === undefined) return ['there is no name'];
      const range = document.createRange();
      return all.flatMap(({ name, step }) => {
        text.textContent = name;
        heading.dataset['width'] = String(step);
        const room = heading.parentElement?.parentElement?.getBoundingClientRect().right ?? 0;
        const { scrollWidth, clientWidth } = document.documentElement;
        const wide = scrollWidth > clientWidth ? [`the page with ${name} is ${scrollWidth} px wide`] : [];
        const words = [...name.matchAll(/[^\s-]+-?/g)].flatMap(({ 0: word, index }) => {
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          const { right } = range.getBoundingClientRect();
          return [
            ...(lines.size > 1 ? [`"${word}" of ${name} is broken`] : []),
            ...(right > room + 1 ? [`"${word}" of ${name} ends at ${right.toFixed(0)}, beyond ${room.toFixed(0)}`] : []),
          ];
        });
        return [...wide, ...words];
      });
    }, steps);
    found.push(...broken.map((what) => `${width}: ${what}`));
  }
  expect(found).toEqual([]);
});

test('the name that ships stays as large as the hero has room for', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  expect(await page.locator('.hero-name').evaluate((name) => getComputedStyle(name).fontSize)).toBe('92px');
});
