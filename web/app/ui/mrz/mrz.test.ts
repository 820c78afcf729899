import { expect, test } from 'vitest';
import { mrzCheckDigit, mrzCheckedLine, mrzDate, mrzNameLine, mrzText } from './mrz.ts';
import { countryInMrz, mrzDocument } from './mrz-document.ts';
import { transliterate, untransliterable } from './transliterate.ts';

test('the check digits are those of the specimen passport', () => {
  // ICAO 9303-4, appendix B: L898902C36UTO7408122F1204159ZE184226B<<<<<10
  expect(mrzCheckDigit('L898902C3')).toBe(6);
  expect(mrzCheckDigit('740812')).toBe(2);
  expect(mrzCheckDigit('120415')).toBe(9);
  expect(mrzCheckDigit('ZE184226B<<<<<')).toBe(1);
  expect(mrzCheckDigit('L898902C3674081221204159ZE184226B<<<<<1')).toBe(0);
});

test('the check digits are those of the worked examples', () => {
  // ICAO 9303-3 §4.9, examples 1 and 2.
  expect(mrzCheckDigit('520727')).toBe(3);
  expect(mrzCheckDigit('AB2134<<<')).toBe(5);
});

test('swapping two neighbours changes the check digit', () => {
  expect(mrzCheckDigit('251107')).not.toBe(mrzCheckDigit('521107'));
});

test('a name line is filled to its length and never longer', () => {
  const holder = { document: 'P', issuer: 'SEC', familyName: 'Varga', givenNames: 'Ada' };
  expect(mrzNameLine(holder, 26)).toBe('P<SEC<VARGA<<ADA<<<<<<<<<<');
  expect(mrzNameLine(holder)).toHaveLength(44);
  expect(mrzNameLine({ ...holder, givenNames: 'Ada Maria Magdalena Theodora Wilhelmina' })).toHaveLength(44);
});

test('a family name that is too long is cut so that the first letter of the given names stays (ICAO 9303-3 §4.2)', () => {
  const holder = { document: 'P', issuer: 'SEC', familyName: 'Preobrazhenska-Konstantinova', givenNames: 'Aleksandra' };
  expect(mrzNameLine(holder, 26)).toBe('P<SEC<PREOBRAZHENSKA<KO<<A');
  expect(mrzNameLine({ ...holder, familyName: 'Preobrazhenska-Ko nstantinova' }, 24)).toBe('P<SEC<PREOBRAZHENSKA<<AL');
  expect(mrzNameLine({ ...holder, givenNames: '' }, 20)).toBe('P<SEC<PREOBRAZHENSKA');
});

test('names of other alphabets are transliterated as passports do it', () => {
  expect(mrzText('Müller-Lüdenscheidt')).toBe('MUELLER<LUEDENSCHEIDT');
  expect(mrzText('Ångström')).toBe('AANGSTROEM');
  expect(mrzText('Weiß')).toBe('WEISS');
  expect(mrzText("O'Connor")).toBe('OCONNOR');
  expect(mrzText('Béla Bartók')).toBe('BELA<BARTOK');
  expect(mrzText('Þórðardóttir')).toBe('THORDARDOTTIR');
});

test('a Cyrillic name stands in the line as in a passport (ICAO 9303-3 §6 B)', () => {
  expect(mrzText(transliterate('Иван Петров'))).toBe('IVAN<PETROV');
  expect(mrzText(transliterate('Александра Преображенская'))).toBe('ALEKSANDRA<PREOBRAZHENSKAIA');
  expect(mrzText(transliterate('Юрий Щёлоков'))).toBe('IURII<SHCHELOKOV');
  expect(mrzText(transliterate('Игорь Ильич'))).toBe('IGOR<ILICH');
  expect(
    mrzNameLine(
      { document: 'P', issuer: 'SEC', familyName: 'Петров', givenNames: 'Иван', latin: { familyName: 'PETROV', givenNames: 'IVAN' } },
      26,
    ),
  ).toBe('P<SEC<PETROV<<IVAN<<<<<<<<');
});

test('a Greek name stands in the line as in a Greek passport (ISO 843)', () => {
  expect(mrzText(transliterate('Δημήτρης Παπαδημητρόπουλος'))).toBe('DIMITRIS<PAPADIMITROPOULOS');
  expect(mrzText(transliterate('Ευάγγελος Μπούρας'))).toBe('EVANGELOS<BOURAS');
  expect(mrzText(transliterate('Ελευθέριος Γεωργίου'))).toBe('ELEFTHERIOS<GEORGIOU');
});

test('letters of a script that no passport office writes letter by letter are named', () => {
  expect(untransliterable('Yamada 山田')).toEqual(['山', '田']);
  expect(untransliterable('Żółć Nguyễn Петров Παπάς O’Connor-Þór')).toEqual([]);
});

test('a name with a letter that no line can hold has no line, rather than the line of another name', () => {
  for (const name of ['Yamada 山田', 'محمد', 'לוי', 'Қайратқызы', 'Əliyev']) {
    const holder = { document: 'P', issuer: 'SEC', familyName: transliterate(name), givenNames: 'Ada' };
    expect(mrzNameLine(holder)).toBe('');
    expect(mrzCheckedLine([transliterate(name)])).toBe('');
    expect(mrzDocument({ ...holder, number: '', country: '', from: '', until: '', optional: '' })).toBeUndefined();
  }
});

test('the line of a name of any letters is empty, or of its length and in the letters of a passport, with right check digits', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const alphabets = [
    [0x20, 0x24f],
    [0x1ea0, 0x1ef9],
    [0x370, 0x4ff],
    [0x5d0, 0x6ff],
    [0x4e00, 0x4e40],
  ] as const;
  const word = () => {
    const [first, last] = alphabets[random(alphabets.length)] ?? [0x41, 0x5a];
    return Array.from({ length: 1 + random(30) }, () => String.fromCodePoint(first + random(last - first + 1))).join('');
  };
  let written = 0;
  for (let turn = 0; turn < 3000; turn += 1) {
    const names = [word(), word()];
    const [familyName = '', givenNames = ''] = names.map(transliterate);
    const length = 26 + random(19);
    const line = mrzNameLine({ document: 'P', issuer: 'SEC', familyName, givenNames }, length);
    expect(line).toMatch(/^(?:[0-9A-Z<]*)$/);
    expect(line).toHaveLength(untransliterable(names.join('')).length === 0 ? length : 0);
    expect(mrzNameLine({ document: 'P', issuer: 'SEC', familyName: familyName.normalize('NFD'), givenNames }, length)).toBe(line);
    const lines = mrzDocument({
      document: 'P',
      issuer: 'SEC',
      familyName,
      givenNames,
      number: 'L898902C3',
      country: 'UTO',
      from: '740812',
      until: '120415',
      optional: '',
    });
    expect(lines === undefined).toBe(line === '');
    if (lines === undefined) continue;
    written += 1;
    expect(lines[0]).toMatch(/^[0-9A-Z<]{44}$/);
    expect(lines[1]).toBe('L898902C36UTO7408122<1204159<<<<<<<<<<<<<<08');
  }
  expect(written).toBe(210);
});

test('a letter written in two code points is the letter', () => {
  expect(mrzText('Mu\u0308ller')).toBe('MUELLER');
});

test('each field of a checked line is followed by its own check digit', () => {
  expect(mrzCheckedLine(['740812', '120415'], 20)).toBe('7408122<1204159<<<<<');
});

test('a date is two digits each of year, month and day', () => {
  expect(mrzDate({ year: 2025, month: 6, day: 3 })).toBe('250603');
  expect(mrzDate({ year: 2100, month: 12, day: 31 })).toBe('001231');
});

test('a document has the lines and the check digits of the specimen passport', () => {
  // ICAO 9303-4, appendix B, but for the sex, which is not told here and has no check digit.
  const specimen = {
    document: 'P',
    issuer: 'UTO',
    familyName: 'Eriksson',
    givenNames: 'Anna Maria',
    number: 'L898902C3',
    country: 'UTO',
    from: '740812',
    until: '120415',
    optional: 'ZE184226B',
  };
  expect(mrzDocument(specimen)).toEqual(['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122<1204159ZE184226B<<<<<10']);
});

test('what is not known is filled, and still checked; a line has 44 characters whatever it holds', () => {
  const unknown = {
    document: 'P',
    issuer: 'SEC',
    familyName: 'X'.repeat(60),
    givenNames: '',
    number: '',
    country: '',
    from: '1309',
    until: '',
  };
  const [upper, lower] = mrzDocument({ ...unknown, optional: 'OSCP18CISSP20MORE' }) ?? [];
  expect(upper).toHaveLength(44);
  expect(lower).toMatch(/^<{9}0<{3}1309<<\d<<{6}0OSCP18CISSP20M\d\d$/);
});

test('a country is told by its three letters', () => {
  expect(['HU', 'BG', 'DE', 'ZW', 'XX'].map(countryInMrz)).toEqual(['HUN', 'BGR', 'DEU', 'ZWE', 'XX']);
});
