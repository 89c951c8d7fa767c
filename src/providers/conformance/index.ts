export { conformanceCases, runConformance } from './cases.js';
export type { ConformanceCase, ConformanceKit, StandIn, StandInReply, StandInRequest } from './kit.js';
