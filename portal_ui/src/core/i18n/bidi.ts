/** Letters of scripts that are written from right to left: Hebrew, Arabic and their neighbors. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Isolate a text that is written from right to left: the commas and figures around it keep their places (UAX #9). */
export const isolateBidi = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);
