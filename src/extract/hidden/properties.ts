/** Groups of properties that can hide text. Each is looked at only on pages, and elements, where it matters. */
export const DISPLAY = 1;
export const VISIBILITY = 2;
export const OPACITY = 4;
export const BOX = 8;
export const FONT = 16;
export const COLOUR = 32;
export const VARIABLES = 64;
