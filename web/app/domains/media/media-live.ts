import { mediaItemsCollection } from './media-items.collection.ts';
import type { MediaPreset } from './preset.ts';

// Named one by one: the check for what nobody uses looks into no module that is taken as a whole.
const loadLive = async () => {
  const { mediaCapture, mediaDue, mediaMetrics, mediaRecords } = await import('./live-media.ts');
  return { mediaCapture, mediaDue, mediaMetrics, mediaRecords };
};

type LiveMedia = Awaited<ReturnType<typeof loadLive>>;

/**
 * What a media app tells the dashboard and the palette, each part brought by whoever shows it: its figures, what today is meant for,
 * its records, and the palette's typed line. `load` brings the app's preset.
 */
export function mediaLive(line: { readonly prefix: string; readonly noun: string }, load: () => Promise<MediaPreset>) {
  const supply =
    <Made>(make: (media: LiveMedia, preset: MediaPreset) => Made) =>
    async () => {
      const [media, preset] = await Promise.all([loadLive(), load()]);
      return { default: () => make(media, preset) };
    };
  return {
    metrics: supply(({ mediaMetrics }, preset) => mediaMetrics(preset)),
    due: supply(({ mediaDue }, preset) => mediaDue(preset)),
    records: supply(({ mediaRecords }, preset) => mediaRecords(preset)),
    capture: { ...line, of: mediaItemsCollection, supply: supply(({ mediaCapture }, preset) => mediaCapture(preset)) },
  };
}
