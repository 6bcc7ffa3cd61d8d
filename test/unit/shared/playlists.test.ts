import { describe, expect, it } from 'vitest';
import { describePlaylist as listed, readChoice } from '../../../src/main/cli/choose-recordings.ts';
import { describePlaylist, secondsOf } from '../../../src/renderer/src/text/playlist.ts';
import type { SourceItem } from '../../../src/shared/sources/expanded-source.ts';
import { isOneRecording } from '../../../src/shared/sources/playlists.ts';

const item = (title: string, duration_seconds: number | null): SourceItem => ({
  url: `https://a.example/${title}`,
  title,
  duration_seconds,
});

describe('whether an address alone says that it leads to one recording', () => {
  it.each([
    'https://a.example/talk.mp3',
    'https://a.example/talk.MP4?token=1',
    'https://www.youtube.com/watch?v=abc&list=PL1',
    'https://youtu.be/abc',
    'https://m.youtube.com/shorts/abc',
    'https://vimeo.com/123456',
  ])('%s does', (link) => {
    expect(isOneRecording(link)).toBe(true);
  });

  it.each([
    'https://a.example/talk',
    'https://a.example/feed.xml',
    'https://a.example/talk.m3u8',
    'https://www.youtube.com/playlist?list=PL1',
    'https://www.youtube.com/@someone/videos',
    'https://vimeo.com/channels/staffpicks',
    'https://soundcloud.com/someone/sets/summer',
    'https://evil.example/youtu.be/abc',
  ])('%s does not', (link) => {
    expect(isOneRecording(link)).toBe(false);
  });
});

describe('what a person answers', () => {
  it.each([
    ['y', [1, 2, 3, 4, 5]],
    [' YES ', [1, 2, 3, 4, 5]],
    ['n', []],
    ['', []],
    ['2', [2]],
    ['1,3-5', [1, 3, 4, 5]],
    ['4-99 1', [1, 4, 5]],
  ])('%j means %j', (answer, numbers) => {
    expect([...(readChoice(answer, 5) ?? [])].sort()).toEqual(numbers);
  });

  it.each(['maybe', '6', '0', '3-1', '1,x', '-1'])('%j means nothing', (answer) => {
    expect(readChoice(answer, 5)).toBeNull();
  });
});

describe('how a playlist is told of', () => {
  const two = [item('One', 60), item('Two', 30)];

  it('by its size and its numbered recordings on the command line', () => {
    const playlist = { title: 'Talks', count: 2, duration_seconds: 90, items: two };
    expect(listed(playlist)).toBe('Talks: 2 recordings, 1:30\n   1  One  1:00\n   2  Two  0:30\n');
    const many = Array.from({ length: 25 }, () => item('One', null));
    const long = { title: null, count: 700, duration_seconds: null, items: many };
    expect(listed(long)).toContain('A playlist: 700 recordings\n');
    expect(listed(long)).toContain('and 5 more\nOnly the first 25 can be transcribed at once.\n');
  });

  it('in a sentence in the window', () => {
    const playlist = { title: 'Talks', count: 2, duration_seconds: 90, items: two };
    expect(describePlaylist(playlist)).toBe(
      'This link leads to 2 recordings. Together they last 1:30.',
    );
    expect(describePlaylist({ ...playlist, count: 9, duration_seconds: null })).toBe(
      'This link leads to 9 recordings. How long all of them are is not known before they are fetched. The first 2 are listed and can be transcribed.',
    );
  });

  it('with a length only where all of them say theirs', () => {
    expect(secondsOf(two)).toBe(90);
    expect(secondsOf([...two, item('Three', null)])).toBeNull();
    expect(secondsOf([])).toBe(0);
  });
});
