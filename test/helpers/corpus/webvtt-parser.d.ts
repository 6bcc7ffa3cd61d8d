declare module 'webvtt-parser' {
  export type ParsedNode = { type: string; name?: string; value?: string; children?: ParsedNode[] };
  export type ParsedCue = { startTime: number; endTime: number; text: string; tree: ParsedNode };
  export type ParseError = { message: string; line: number; col?: number };
  export class WebVTTParser {
    /** `entities` replaces the table of escapes. */
    constructor(entities?: Readonly<Record<string, string>>);
    parse(
      input: string,
      mode: 'subtitles/captions/descriptions',
    ): {
      cues: ParsedCue[];
      errors: ParseError[];
    };
  }
}
