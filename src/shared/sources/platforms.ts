/** Sites whose links are known to need yt-dlp, so that they are not requested directly first. */

/** Hosts by the lower-case name of their yt-dlp extractor. */
const HOSTS: Readonly<Record<string, readonly string[]>> = {
  youtube: ['youtube.com', 'youtu.be', 'youtube-nocookie.com'],
  vimeo: ['vimeo.com'],
  soundcloud: ['soundcloud.com'],
  dailymotion: ['dailymotion.com', 'dai.ly'],
  twitch: ['twitch.tv'],
  tiktok: ['tiktok.com'],
  twitter: ['twitter.com', 'x.com'],
  facebook: ['facebook.com', 'fb.watch'],
  instagram: ['instagram.com'],
  bilibili: ['bilibili.com', 'b23.tv'],
  rumble: ['rumble.com'],
  ted: ['ted.com'],
  bandcamp: ['bandcamp.com'],
  mixcloud: ['mixcloud.com'],
  reddit: ['reddit.com', 'redd.it'],
};

/** The platform a URL belongs to, or `null`: then the URL itself is probed. */
export function platformOfUrl(address: string): string | null {
  const host = URL.parse(address)?.hostname.replace(/\.$/, '') ?? '';
  const isAt = (domain: string) => host === domain || host.endsWith(`.${domain}`);
  return Object.keys(HOSTS).find((name) => HOSTS[name]?.some(isAt)) ?? null;
}
