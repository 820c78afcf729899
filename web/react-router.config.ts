import type { Config } from '@react-router/dev/config';

// Not split: of the two pages with a client loader it would make a file of a hundred bytes, asked for by itself.
export default { ssr: true, splitRouteModules: false } satisfies Config;
