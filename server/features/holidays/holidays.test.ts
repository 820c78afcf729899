import { expect, test } from 'vitest';
import { makeTestCall } from '../../functions/test-call.ts';
import { createHolidaySource } from './holiday-source.ts';
import { createHolidayPlacesFunction, createHolidaysFunction } from './holidays-functions.ts';

const source = createHolidaySource();
const called = createHolidaysFunction({ nowMs: () => 0 }, source);

function post(body: unknown) {
  const request = new Request('http://castellan.test/functions/v1/holidays', { method: 'POST', body: JSON.stringify(body) });
  return called.handle(request, makeTestCall());
}

const weekdaysIn = async (country: string, region: string, year: number): Promise<string> => {
  const found = await source.daysOf(country, region, [year]);
  const weekdays = found?.days.filter(({ day }) => !found.weekend.includes(new Date(`${day}T12:00:00Z`).getUTCDay()));
  return (weekdays ?? []).map(({ day }) => day.slice(5)).join(' ');
};

test('bank holidays of England and Wales are those that the government lists (https://www.gov.uk/bank-holidays)', async () => {
  expect(await weekdaysIn('GB', 'ENG', 2025)).toBe('01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26');
  expect(await weekdaysIn('GB', 'ENG', 2026)).toBe('01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28');
  expect(await weekdaysIn('GB', 'ENG', 2027)).toBe('01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28');
});

test('federal holidays of the United States are those that the Office of Personnel Management lists (https://www.opm.gov/policy-data-oversight/pay-leave/federal-holidays)', async () => {
  expect(await weekdaysIn('US', '', 2025)).toBe('01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25');
  expect(await weekdaysIn('US', '', 2026)).toBe('01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25');
  expect(await weekdaysIn('US', '', 2027)).toBe('01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31');
});

test('holidays of Germany are those of its laws: nine everywhere, Bavaria by FTG Art. 1, Berlin by its Gesetz über die Sonn- und Feiertage § 1', async () => {
  expect(await weekdaysIn('DE', '', 2026)).toBe('01-01 04-03 04-06 05-01 05-14 05-25 12-25');
  expect(await weekdaysIn('DE', 'BY', 2025)).toBe('01-01 01-06 04-18 04-21 05-01 05-29 06-09 06-19 10-03 12-25 12-26');
  expect(await weekdaysIn('DE', 'BY', 2026)).toBe('01-01 01-06 04-03 04-06 05-01 05-14 05-25 06-04 12-25');
  expect(await weekdaysIn('DE', 'BY', 2027)).toBe('01-01 01-06 03-26 03-29 05-06 05-17 05-27 11-01');
  expect(await weekdaysIn('DE', 'BE', 2025)).toBe('01-01 04-18 04-21 05-01 05-08 05-29 06-09 10-03 12-25 12-26');
});

test('a holiday of several days has each of them, and the weekend is the country’s', async () => {
  const found = await source.daysOf('SA', '', [2026]);
  expect(found?.weekend).toEqual([5, 6]);
  const days = found?.days.filter(({ name }) => name.includes('Fitr')) ?? [];
  expect(days.length).toBeGreaterThan(1);
  expect(new Set(days.map(({ name }) => name)).size).toBe(1);
});

test('the owner is answered, and a place or a year that cannot be is refused', async () => {
  expect([called.audience, createHolidayPlacesFunction(source).audience]).toEqual(['owner', 'owner']);
  const answer = await post({ country: 'DE', region: 'BY', years: [2026, 2026] });
  expect(await answer.json()).toMatchObject({
    weekend: [6, 0],
    days: expect.arrayContaining([{ day: '2026-06-04', name: 'Corpus Christi' }]),
  });
  expect((await post({ country: 'XX', region: '', years: [2026] })).status).toBe(404);
  expect((await post({ country: 'DE', region: 'ZZ', years: [2026] })).status).toBe(404);
  for (const body of [
    { country: 'de', region: '', years: [2026] },
    { country: 'DE', region: '../..', years: [2026] },
    { country: 'DE', region: '', years: [1] },
    {},
  ])
    expect([(await post(body)).status, JSON.stringify(body)]).toEqual([400, JSON.stringify(body)]);
});

test('every place that is offered is known by its code, and answers', async () => {
  const places = await source.places();
  expect(places.length).toBeGreaterThan(180);
  expect(places.find(({ country }) => country === 'DE')?.regions).toContainEqual({ region: 'BY', name: 'Bayern' });
  for (const { country, regions } of places)
    for (const { region } of [{ region: '' }, ...regions]) {
      expect(region).toMatch(/^[A-Za-z0-9-]{0,40}$/);
      if (region.includes('-')) expect(await source.daysOf(country, region, [2026])).toBeDefined();
    }
});
