import { CONTENT } from './content.js';
import { DNS } from './dns.js';
import { ENCODING, FRAMING } from './framing-and-encoding.js';
import { HEADERS, STATUS } from './headers-and-status.js';
import type { LabCase } from './lab-case.js';
import { OPERATOR } from './operator.js';
import { POLITENESS, ROBOTS } from './politeness.js';
import { READING } from './reading.js';
import { REDIRECTS } from './redirects.js';
import { SOCKETS } from './sockets.js';
import { TIME_AND_SIZE } from './time-and-size.js';
import { TLS } from './tls.js';

export const LAB_CASES: readonly LabCase[] = [
  ...TIME_AND_SIZE,
  ...FRAMING,
  ...ENCODING,
  ...REDIRECTS,
  ...HEADERS,
  ...STATUS,
  ...SOCKETS,
  ...TLS,
  ...DNS,
  ...CONTENT,
  ...READING,
  ...POLITENESS,
  ...ROBOTS,
  ...OPERATOR,
];
