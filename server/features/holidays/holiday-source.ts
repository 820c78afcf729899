import type Holidays from 'date-holidays';

/** A country, and its regions by the codes that this server knows them by. */
type HolidayPlace = {
  /** ISO 3166-1. */
  readonly country: string;
  readonly name: string;
  /** The part of an ISO 3166-2 code after the country, where there is one; a part of a region follows after a hyphen. */
  readonly regions: readonly { readonly region: string; readonly name: string }[];
};

/** Public holidays of whole years, in the order of their days, and the days of the week on which nobody works. */
type HolidayYears = {
  /** 0 for Sunday to 6 for Saturday. */
  readonly weekend: readonly number[];
  readonly days: readonly { readonly day: string; readonly name: string }[];
};

/** What is known of public holidays. */
export type HolidaySource = {
  readonly places: () => Promise<readonly HolidayPlace[]>;
  /** `undefined` for a country or region that is not among the places. An empty region is the country as a whole. */
  readonly daysOf: (country: string, region: string, years: readonly number[]) => Promise<HolidayYears | undefined>;
};

const dayMs = 86_400_000;
const longestHolidayDays = 14;
const keptAnswers = 64;

/**
 * Public holidays by the package date-holidays, in English where it has an English name. Its rules are 30 MB in memory and are
 * read at the first question. Days that depend on the sight of the moon are computed, and may be a day off.
 */
export function createHolidaySource(): HolidaySource {
  let opened: Promise<{ readonly Rules: typeof Holidays; readonly places: readonly HolidayPlace[] }> | undefined;
  const open = () => {
    // Read when it is first wanted: a server whose owner never asks does without its memory.
    opened ??= import('date-holidays').then(({ default: Rules }) => ({ Rules, places: placesOf(Rules) }));
    return opened;
  };
  const answers = new Map<string, HolidayYears>();
  return {
    places: async () => (await open()).places,
    daysOf: async (country, region, years) => {
      const { Rules, places } = await open();
      const key = `${country} ${region} ${years.join(' ')}`;
      const answered = answers.get(key);
      if (answered !== undefined) return answered;
      const place = places.find((one) => one.country === country);
      if (place === undefined || (region !== '' && !place.regions.some((one) => one.region === region))) return undefined;
      const answer = { weekend: weekendOf(country), days: daysIn(Rules, country, region, years) };
      const [oldest] = answers.keys();
      if (answers.size >= keptAnswers && oldest !== undefined) answers.delete(oldest);
      answers.set(key, answer);
      return answer;
    },
  };
}

function placesOf(Rules: typeof Holidays): readonly HolidayPlace[] {
  const rules = new Rules();
  const namesOf = (names: Readonly<Record<string, string>> | undefined) => Object.entries(names ?? {});
  return namesOf(rules.getCountries('en'))
    .map(([country, name]) => ({
      country,
      name,
      regions: namesOf(rules.getStates(country, 'en')).flatMap(([state, stateName]) => [
        { region: state, name: stateName },
        ...namesOf(rules.getRegions(country, state, 'en')).map(([part, partName]) => ({
          region: `${state}-${part}`,
          name: `${stateName}, ${partName}`,
        })),
      ]),
    }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

function daysIn(Rules: typeof Holidays, country: string, region: string, years: readonly number[]): HolidayYears['days'] {
  const [state, part] = region === '' ? [] : region.split(/-(.*)/s);
  const rules = new Rules(
    { country, ...(state === undefined ? {} : { state }), ...(part === undefined ? {} : { region: part }) },
    { types: ['public'] },
  );
  const nameOf = new Map<string, string>();
  for (const year of years)
    for (const { date, start, end, name } of rules.getHolidays(year, 'en')) {
      const first = Date.parse(`${date.slice(0, 10)}T12:00:00Z`);
      const length = Math.min(longestHolidayDays, Math.max(1, Math.round((end.getTime() - start.getTime()) / dayMs)));
      for (let index = 0; index < length; index += 1) {
        const day = new Date(first + index * dayMs).toISOString().slice(0, 10);
        if (!nameOf.has(day)) nameOf.set(day, name.slice(0, 200));
      }
    }
  return [...nameOf].map(([day, name]) => ({ day, name })).sort((one, other) => (one.day < other.day ? -1 : 1));
}

type WeekInfo = { readonly weekend: readonly number[] };

/** By the Unicode locale data that Node brings; Saturday and Sunday where it has none. */
function weekendOf(country: string): readonly number[] {
  const locale: Intl.Locale & { readonly getWeekInfo?: () => WeekInfo } = new Intl.Locale(`und-${country}`);
  return (locale.getWeekInfo?.().weekend ?? [6, 7]).map((day) => day % 7);
}
