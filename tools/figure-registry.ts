import { whileOpen } from '../web/app/domains/vault/while-open.ts';
import type { ToolLive } from './tool-live.ts';

type CardFigures = Required<Pick<ToolLive, 'metrics'>> & Pick<ToolLive, 'metricLabels'>;

/**
 * The figures of tools whose card is all that they do live, by their ids. Apart from the live registry, which every page of the owner's
 * fetches: this comes with the cards.
 */
export const cardFigures: Readonly<Record<string, CardFigures>> = {
  'link-shortener': { metrics: () => import('./link-shortener/page/live/metrics.ts') },
  'tls-inspector': ofReports('tls-inspector'),
  'http-auditor': ofReports('http-auditor'),
  'network-scanner': ofReports('network-scanner'),
  'dns-postmaster': ofReports('dns-postmaster'),
  'subdomain-radar': ofReports('subdomain-radar'),
  'jwt-lab': { metrics: () => import('./jwt-lab/page/live/metrics.ts') },
  'api-lab': { metrics: whileOpen(() => import('./api-lab/page/live/metrics.ts')), metricLabels: ['Requests', 'Environments'] },
  'privacy-report': { metrics: () => import('./privacy-report/page/live/metrics.ts') },
  'word-counter': { metrics: () => import('./word-counter/page/live/metrics.ts') },
  'lets-game': ofScores(),
  'snake-game': ofScores('snake'),
  'space-invaders': ofScores('counterfeit'),
};

function ofReports(tool: string): CardFigures {
  return {
    metrics: async () => {
      const { reportMetrics } = await import('../web/app/domains/tool-reports/live-targets.ts');
      return { default: () => reportMetrics(tool) };
    },
  };
}

function ofScores(game?: 'snake' | 'counterfeit'): CardFigures {
  return {
    metrics: async () => {
      const { scoreMetrics } = await import('../web/app/domains/games/live-scores.ts');
      return { default: () => scoreMetrics(game) };
    },
  };
}
