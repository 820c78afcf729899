/** CISA's decision points for a vulnerability (SSVC), as its container in a CVE record has them. */
export type SsvcPoints = {
  readonly exploitation: 'none' | 'poc' | 'active';
  readonly isAutomatable: boolean;
  readonly impact: 'partial' | 'total';
  /** ISO 8601. */
  readonly assessedAt: string;
};

/** Reads the points from a CVE record (format 5); `undefined`: CISA has not assessed it. Points that others gave do not count. */
export function readSsvc(record: unknown): SsvcPoints | undefined {
  const containers = pick(pick(record, 'containers'), 'adp');
  if (!Array.isArray(containers)) return undefined;
  for (const container of containers as readonly unknown[]) {
    const provider = pick(container, 'providerMetadata');
    if (pick(provider, 'shortName') !== 'CISA-ADP') continue;
    const metrics = pick(container, 'metrics');
    for (const metric of Array.isArray(metrics) ? (metrics as readonly unknown[]) : []) {
      const other = pick(metric, 'other');
      if (pick(other, 'type') !== 'ssvc') continue;
      const points = readPoints(pick(other, 'content'));
      if (points !== undefined) return points;
    }
  }
  return undefined;
}

function readPoints(content: unknown): SsvcPoints | undefined {
  const options = pick(content, 'options');
  if (!Array.isArray(options)) return undefined;
  const value = (name: string) => {
    const found = (options as readonly unknown[]).map((option) => pick(option, name)).find((one) => typeof one === 'string');
    return typeof found === 'string' ? found.toLowerCase() : undefined;
  };
  const [exploitation, automatable, impact, assessedAt] = [
    value('Exploitation'),
    value('Automatable'),
    value('Technical Impact'),
    pick(content, 'timestamp'),
  ];
  if (exploitation !== 'none' && exploitation !== 'poc' && exploitation !== 'active') return undefined;
  if ((automatable !== 'yes' && automatable !== 'no') || (impact !== 'partial' && impact !== 'total')) return undefined;
  return {
    exploitation,
    isAutomatable: automatable === 'yes',
    impact,
    assessedAt: typeof assessedAt === 'string' ? assessedAt.slice(0, 40) : '',
  };
}

function pick(input: unknown, name: string): unknown {
  return typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>)[name] : undefined;
}
