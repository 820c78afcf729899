import sample from './sample.json' with { type: 'json' };

/** The report that visitors see, as `npm run samples` wrote it. */
export default sample;
