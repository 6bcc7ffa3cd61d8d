/**
 * Every error Steno can report, in one table. `status` is the HTTP status when a request fails with it; errors of jobs
 * appear in a transcription's `error` instead and carry `retryable`.
 */
type Entry = { status: number; retryable: boolean; message: string };

const entry = (status: number, message: string, retryable = false): Entry => ({
  status,
  retryable,
  message,
});

/** Every error with its status and a sentence that says what to do. */
export const ERRORS = {
  // Requests
  invalid_json: entry(400, 'The body is not valid JSON.'),
  invalid_request: entry(400, 'The request is not valid.'),
  unknown_field: entry(400, 'The request has a field that does not exist.'),
  invalid_url: entry(400, 'This is not an http or https address.'),
  blocked_address: entry(400, 'Steno does not send requests to this address.'),
  unauthorized: entry(401, 'Send a valid API key as "Authorization: Bearer <key>".'),
  insufficient_points: entry(402, 'This key has too few points left.'),
  forbidden: entry(403, 'This key is not allowed to do that. Sign in to the window instead.'),
  forbidden_host: entry(403, 'This service does not answer to that host name.'),
  forbidden_origin: entry(403, 'Requests from other web pages are not accepted.'),
  not_found: entry(404, 'There is nothing at this address.'),
  method_not_allowed: entry(405, 'This address does not accept that method.'),
  request_timeout: entry(408, 'The request took too long to arrive.', true),
  recording_removed: entry(
    409,
    'The recording itself was removed. Add its file again and transcribe that.',
  ),
  project_exists: entry(409, 'There is a project with this name already.'),
  wrong_state: entry(409, 'The transcription is not in a state that allows this.'),
  edited_elsewhere: entry(
    409,
    'The text was changed in the meantime. Load it again and repeat the edit.',
    true,
  ),
  recording_over: entry(409, 'The recording has ended. Begin a new one.'),
  piece_out_of_order: entry(
    409,
    'This is not the next piece of the recording. Its "next_piece" says which one is.',
  ),
  piece_differs: entry(409, 'Another piece of sound is stored under this number.'),
  payload_too_large: entry(413, 'The request is too large.'),
  unsupported_media_type: entry(415, 'Send the body as application/json.'),
  range_not_satisfiable: entry(
    416,
    'The recording ends before the part that was asked for. Content-Range says how long it is.',
  ),
  idempotency_mismatch: entry(422, 'This Idempotency-Key was used with a different request.'),
  rate_limited: entry(429, 'Too many wrong keys. Wait a minute and try again.', true),
  too_many_recordings: entry(
    429,
    'Eight of your recordings are being made. Finish or discard one of them first.',
    true,
  ),
  headers_too_large: entry(431, 'The address or the headers are too long.'),
  internal: entry(500, 'Something went wrong inside Steno. The log has the details.', true),
  database_busy: entry(
    503,
    'Another program is writing to Steno’s database. Try again in a moment.',
    true,
  ),
  database_unreachable: entry(
    503,
    'Steno’s database cannot be reached. Try again in a moment.',
    true,
  ),
  storage_unreachable: entry(
    503,
    'The storage for recordings cannot be reached. Try again in a moment.',
    true,
  ),
  data_folder_away: entry(
    503,
    'Steno’s data folder is not in its place: it was moved, removed or unmounted. Put it back, and Steno goes on; if its disk was taken out, start Steno again then.',
    true,
  ),
  system_limit: entry(
    503,
    'The system does not let Steno open more files or start more programs. Try again in a moment; if it keeps happening, allow more open files ("ulimit -n").',
    true,
  ),
  media_altered: entry(
    500,
    'The recording in the storage is not the one that was stored: its size or its SHA-256 differs.',
  ),
  disk_failed: entry(
    500,
    'The disk reports an error. The log says which; look after the disk before you try again.',
    true,
  ),
  disk_full: entry(507, 'The disk is full. Free some space and try again.', true),

  // Fetching the recording
  source_unreachable: entry(422, 'The address could not be reached.', true),
  source_timeout: entry(422, 'The server sent nothing for too long.', true),
  source_too_slow: entry(
    422,
    'The server sends the recording too slowly or never stops sending. Try again later, or download it yourself and add the file.',
    true,
  ),
  source_not_found: entry(422, 'There is no recording at this address.'),
  source_requires_login: entry(
    422,
    "The recording needs a login. If you have one, let Steno use your browser's cookies under Settings.",
  ),
  source_rate_limited: entry(
    422,
    'The platform takes no more requests from here for now. Try again in an hour, or let Steno use the cookies of a browser in which you are signed in (Settings, Links).',
    true,
  ),
  source_geo_blocked: entry(422, 'The platform does not offer this recording in your country.'),
  source_removed: entry(422, 'The recording was removed or never existed.'),
  source_is_live: entry(422, 'This is a live stream. Try again when it is over.'),
  source_is_playlist: entry(
    422,
    'The link leads to several recordings. Choose among them in the window, with "steno transcribe --yes" or with POST /v1/sources/expand.',
  ),
  source_is_protected: entry(422, 'The recording is protected against copying (DRM).'),
  extractor_outdated: entry(
    422,
    'The platform has changed. Update yt-dlp with "steno yt-dlp update" or under Settings, then try again.',
    true,
  ),
  extractor_failed: entry(
    422,
    'The recording could not be fetched from its page. Updating yt-dlp ("steno yt-dlp update") may help.',
    true,
  ),
  cookies_unavailable: entry(
    422,
    'The cookies of the chosen browser could not be read. Close the browser, or choose another under Settings.',
  ),
  yt_dlp_missing: entry(
    503,
    'Links to pages and platforms need yt-dlp. Get it with "steno yt-dlp update", or install it (Debian and Ubuntu: apt install yt-dlp; macOS: brew install yt-dlp; Windows: winget install yt-dlp.yt-dlp).',
    true,
  ),
  js_runtime_missing: entry(
    422,
    'This platform needs a JavaScript program, and there is none. Install Deno 2 (https://deno.com) or Node 22, then try again.',
    true,
  ),
  yt_dlp_crashed: entry(500, 'Fetching failed because yt-dlp was stopped.', true),
  yt_dlp_tampered: entry(
    502,
    'The download of yt-dlp does not match its published SHA-256 and was thrown away. Nothing was changed.',
    true,
  ),
  source_refused: entry(422, 'The server refused to send the recording.'),
  source_failed: entry(422, 'The server answered with an error.', true),
  source_too_large: entry(422, 'The recording is larger than the limit.'),
  source_incomplete: entry(422, 'Only part of the recording arrived.', true),
  too_many_redirects: entry(422, 'The address redirects too many times.'),
  bad_encoding: entry(422, 'The server sent the recording in an encoding that is not accepted.'),

  // A transcript that is given with the recording
  transcript_unreadable: entry(
    422,
    "This is no transcript that Steno can read. It takes SRT, WebVTT, ELAN (.eaf), TextGrid, oTranscribe (.otr), REFI-QDA (.qdpx) and Steno's own JSON.",
  ),
  transcript_encoding: entry(
    422,
    'The transcript is not valid UTF-8. Save it as UTF-8 in a text editor, then try again.',
  ),
  transcript_empty: entry(422, 'The transcript has no text.'),
  transcript_too_large: entry(422, 'The transcript is larger than 32 MB.'),
  transcript_times: entry(422, 'The times of the transcript are wrong.'),
  transcript_mismatch: entry(
    422,
    'The transcript is longer than the recording. Is it of another recording?',
  ),

  // Reading the recording
  source_is_web_page: entry(
    422,
    'No recording was found on this web page. Use a direct link to the file.',
  ),
  empty_media: entry(422, 'The file is empty.'),
  unsupported_media: entry(422, 'This is not an audio or video file that Steno can read.'),
  media_too_complex: entry(
    422,
    'Reading this file takes more memory than Steno gives one recording. Save its sound alone, for example as MP3, and use that.',
  ),
  no_audio_track: entry(422, 'The video has no sound.'),
  no_such_track: entry(422, 'The recording has no audio track with this number.'),
  too_many_tracks: entry(
    422,
    'The recording has more than 20 audio tracks, which is more than can be mixed. Choose one of them.',
  ),
  recording_too_long: entry(422, 'The recording is longer than 10 hours. Cut it into parts.'),
  ffmpeg_crashed: entry(500, 'ffmpeg was stopped while it read the recording.', true),
  ffmpeg_missing: entry(
    503,
    'ffmpeg was not found. Install it (Debian and Ubuntu: apt install ffmpeg; macOS: brew install ffmpeg; Windows: winget install Gyan.FFmpeg).',
    true,
  ),
  ffmpeg_lacks_devices: entry(
    503,
    'This ffmpeg cannot record: it was built without the sound devices of this system (PulseAudio on Linux). Install another (Debian and Ubuntu: apt install ffmpeg; macOS: brew install ffmpeg; Windows: winget install Gyan.FFmpeg), or set STENO_FFMPEG to one that can.',
  ),

  // Transcription
  model_missing: entry(503, 'No model is installed. Add one with "steno models add FILE".', true),
  model_invalid: entry(422, 'The model file is damaged or is no Whisper or Parakeet model.'),
  model_altered: entry(
    422,
    'The model file is not the one that was added. Remove the model and download or add it again.',
  ),
  model_unconfirmed: entry(
    409,
    'This model is not in the catalogue. Add it only if you trust where it comes from: "steno models add FILE --trust", or confirm it in Settings.',
  ),
  model_exists: entry(409, 'A model with this name already exists.'),
  model_in_use: entry(
    409,
    'An unfinished recording needs this model. Wait for it to finish, or cancel it.',
  ),
  model_download_failed: entry(502, 'The model could not be downloaded. Try again.', true),
  unsupported_language: entry(422, 'The model does not know this language.'),
  language_needed: entry(
    422,
    'This model cannot find out which language is spoken. Choose the language, or add a Whisper model of many languages, such as "base-q8_0", that finds it out.',
  ),
  translation_unsupported: entry(
    422,
    'This model was not trained to translate. Choose one of many languages, though none of the "turbo" kind.',
  ),
  engine_missing: entry(503, 'The transcription engine is not built. Run "npm start" once.', true),
  engine_crashed: entry(500, 'The transcription engine stopped unexpectedly.', true),
  window_failed: entry(500, 'The engine could not make sense of the recording. Try another model.'),
  engine_protocol: entry(500, 'The transcription engine sent something unexpected.', true),
  out_of_memory: entry(500, 'There was not enough memory. Use a smaller model.', true),
  crashed_repeatedly: entry(
    500,
    'Steno stopped three times while working on this recording. Try it once more.',
    true,
  ),
  canceled: entry(409, 'The transcription was canceled.', true),

  // Improving structured text
  llm_unreachable: entry(502, 'The language model’s server does not answer. Is it running?', true),
  llm_refused: entry(502, 'The language model’s server does not accept the API key.'),
  llm_failed: entry(
    502,
    'The server answers, but not the way this kind of server should. Check its kind and its address.',
  ),

  // Translating subtitles
  llm_missing: entry(
    409,
    'No language model is set up, and subtitles are translated by one. Choose it under Settings, Language model.',
  ),
  unknown_language: entry(
    422,
    'Steno does not know this language. Give its code, such as "de" or "ja".',
  ),
  same_language: entry(422, 'The text is in this language already.'),
  translation_missing: entry(
    409,
    'There is no finished translation into this language. Ask for it with POST /v1/transcriptions/{id}/translations or "steno translate".',
  ),
  translation_unusable: entry(
    502,
    'The language model’s answers could not be used as subtitles. Try again, or choose a larger model: what is translated stays.',
    true,
  ),

  // Clips and video with subtitles
  no_picture: entry(
    409,
    'There is no picture to put subtitles on: the recording is sound, or its video was not kept.',
  ),
  part_outside: entry(422, 'The recording ends before this part does.'),
  clip_too_long: entry(
    422,
    'A clip that is waited for is at most ten minutes long. Longer ones are made by POST /v1/transcriptions/{id}/media-exports.',
  ),
  too_many_exports: entry(
    429,
    'Twenty files of recordings are being made or wait to be fetched. Fetch or delete some of them first.',
    true,
  ),
  ffmpeg_lacks_subtitles: entry(
    503,
    'This ffmpeg cannot draw subtitles: it was built without libass. Install another (Debian and Ubuntu: apt install ffmpeg; macOS: brew install ffmpeg; Windows: winget install Gyan.FFmpeg), or set STENO_FFMPEG to one that can.',
  ),
  ffmpeg_lacks_h264: entry(
    503,
    'This ffmpeg cannot write H.264 video: it was built without libx264. Install another (Debian and Ubuntu: apt install ffmpeg; macOS: brew install ffmpeg; Windows: winget install Gyan.FFmpeg), or set STENO_FFMPEG to one that can.',
  ),
  media_export_failed: entry(
    500,
    'ffmpeg could not make this file of the recording. The log has the details.',
  ),

  // PDF
  pdf_printer_missing: entry(
    503,
    'Making a PDF needs a browser on the machine where Steno runs: Chromium, Chrome or Edge (Debian: apt install chromium). Without one, open the transcript in the window and print it: browsers print to PDF.',
    true,
  ),
  pdf_failed: entry(
    500,
    'The browser that makes PDFs did not print. Open the transcript in the window and print it instead: browsers print to PDF.',
    true,
  ),

  // Start-up
  port_in_use: entry(500, 'The port is taken by another program. Choose another with --port.'),
  data_not_writable: entry(500, 'The data folder cannot be written.'),
  data_folder_foreign: entry(
    500,
    'The folder holds other files and was not made by Steno. Choose an empty or new one with --data.',
  ),
  data_folder_mismatch: entry(500, 'The database belongs to another data folder.'),
  already_running: entry(500, 'Steno is already running with this data folder.'),
  database_in_use: entry(500, 'Another program of Steno uses this PostgreSQL database.'),
  database_unusable: entry(500, 'Steno cannot use this PostgreSQL database.'),
  storage_unusable: entry(500, 'Steno cannot use this storage for recordings.'),
  backup_refused: entry(500, 'The backup has what Steno does not put into one.'),
  database_damaged: entry(500, 'The database is damaged.'),
  database_newer: entry(500, 'The data folder was written by a newer Steno.'),
  database_foreign: entry(500, 'The file steno.db is not a Steno database.'),
  database_missing: entry(500, 'The database, steno.db, is missing or empty.'),
  database_log_missing: entry(
    500,
    'The log of the database, steno.db-wal, is missing, and with it what was stored last.',
  ),
  database_behind: entry(
    500,
    'The database knows none of the recordings in its folder: it is older than they are, or empty.',
  ),
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof ERRORS;
/** For schemas. */
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];
