import { fail, succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import { type Recorded, repeatUntilRecorded } from './repeat-until-recorded.ts';

const nothing = fail({ code: 'NO_NAVSTART', message: 'Something went wrong with recording the trace.' });

/** Measures by handing out these one after the other. */
function measuring(answers: readonly Recorded<number>[]) {
  const left = [...answers];
  return async () => left.shift() ?? succeed(0);
}

test('a visit of which nothing was recorded is made again, and counted', async () => {
  const measure = measuring([succeed(1), nothing, succeed(2), nothing, succeed(3)]);
  expect(await repeatUntilRecorded(3, measure)).toEqual({ values: [1, 2, 3], repeated: 2 });
});

test('a page that fails is not visited again, and a browser that never records anything ends the benchmark', async () => {
  const broken = fail({ code: 'ERRORED_DOCUMENT_REQUEST', message: 'Lighthouse was unable to load the page.' });
  await expect(repeatUntilRecorded(3, measuring([succeed(1), broken]))).rejects.toThrow('unable to load the page');
  await expect(repeatUntilRecorded(2, async () => nothing)).rejects.toThrow('recording the trace');
});
