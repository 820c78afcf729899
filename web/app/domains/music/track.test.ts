import { expect, test } from 'vitest';
import { parseProviderTrack, parseTrack } from './track.ts';

const sent = {
  name: 'Fratres',
  artist: 'Arvo Pärt, Tasmin Little',
  album: 'Tabula Rasa',
  albumArt: '/music/art/fratres.webp',
  isPlaying: true,
  spotifyUrl: 'https://open.spotify.com/track/1',
  previewUrl: null,
};

test('the backend’s track is read field by field', () => {
  expect(parseTrack(sent)).toEqual({
    name: 'Fratres',
    artist: 'Arvo Pärt, Tasmin Little',
    album: 'Tabula Rasa',
    image: '/music/art/fratres.webp',
    isPlaying: true,
    spotifyUrl: 'https://open.spotify.com/track/1',
    previewUrl: null,
  });
});

test('the track’s page may stand in external_urls instead', () => {
  const { spotifyUrl, ...rest } = sent;
  expect(parseTrack({ ...rest, external_urls: { spotify: spotifyUrl } })?.spotifyUrl).toBe(spotifyUrl);
});

test('a track may come wrapped, as {track}', () => {
  expect(parseTrack({ track: sent })).toEqual(parseTrack(sent));
  expect(parseTrack({ track: null })).toBeNull();
  for (const track of [undefined, 'a track', 7, [], {}, { track: sent }]) expect(parseTrack({ track })).toBeUndefined();
});

test('null is an answer, and what has no name is none', () => {
  expect(parseTrack(null)).toBeNull();
  for (const input of [undefined, 'a track', 7, [], {}, { error: 'no' }, { ...sent, name: 5 }, { ...sent, name: ' ' }])
    expect(parseTrack(input)).toBeUndefined();
});

test.each([
  'javascript:alert(1)',
  'https://open.spotify.com.evil.example/track/1',
  'http://open.spotify.com/track/1',
  '//open.spotify.com/track/1',
  'https://evil.example/',
])('%s is no link of a track', (spotifyUrl) => {
  expect(parseTrack({ ...sent, spotifyUrl })?.spotifyUrl).toBeNull();
});

test.each(['https://i.scdn.co/image/1', '//i.scdn.co/image/1', '/\\i.scdn.co/image', 'data:image/png;base64,AA', 'art.webp'])(
  '%s is no picture of our own origin',
  (albumArt) => {
    expect(parseTrack({ ...sent, albumArt })?.image).toBeNull();
  },
);

test('a preview is an https address or none', () => {
  expect(parseTrack({ ...sent, previewUrl: 'https://p.scdn.co/mp3-preview/1' })?.previewUrl).toBe('https://p.scdn.co/mp3-preview/1');
  expect(parseTrack({ ...sent, previewUrl: 'javascript:alert(1)' })?.previewUrl).toBeNull();
});

test('the provider’s own shape has its artists joined by commas', () => {
  const item = {
    name: 'Fratres',
    artists: [{ name: 'Arvo Pärt' }, { name: 'Tasmin Little' }],
    album: { name: 'Tabula Rasa', images: [{ url: 'https://i.scdn.co/image/1' }, { url: '/music/art/1' }] },
    external_urls: { spotify: 'https://open.spotify.com/track/1' },
    preview_url: null,
  };
  expect(parseProviderTrack(item, false)).toEqual({
    name: 'Fratres',
    artist: 'Arvo Pärt, Tasmin Little',
    album: 'Tabula Rasa',
    image: '/music/art/1',
    isPlaying: false,
    spotifyUrl: 'https://open.spotify.com/track/1',
    previewUrl: null,
  });
  expect(parseProviderTrack(null, true)).toBeUndefined();
  expect(parseProviderTrack({ name: 'An episode', show: {} }, true)).toBeUndefined();
});
