const RIGHT_TO_LEFT = /^\P{L}*[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;

/** Whether a text runs from right to left: its first letter decides, as in text editors. */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);
