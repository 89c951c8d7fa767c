import { type Answer, type Asker, type CallContext, projectRoot, type Question } from '../../app/index.js';
import { randomIds } from '../../core/index.js';
import { type Invocation, text } from './command.js';

/** The context of a call that a person typed: agent `cli`, session the process or the one that was named. */
export function typedContext({ io, values }: Invocation): CallContext {
  const run = text(values, 'record') ?? null;
  return {
    agent: 'cli',
    session: text(values, 'session') ?? `cli-${randomIds(6)}`,
    surface: 'cli',
    typed: true,
    ask: io.canAsk ? asker(io) : null,
    evidence: values['session'] === undefined ? 'agent' : 'session',
    replay: values['replay'] === true ? (run === null ? {} : { run }) : null,
    run,
    project: projectRoot(io.cwd),
    signal: io.signal,
    ...(io.interactive ? { onProgress: ({ message }) => io.err(`${message}\n`) } : {}),
  };
}

const ANSWERS: Readonly<Record<string, Answer>> = { y: 'once', t: 'tool', h: 'host', n: 'deny' };

function asker(io: Invocation['io']): Asker {
  return async (question: Question) => {
    const choices =
      question.about === 'secret'
        ? '[y] this once  [n] no'
        : '[y] this once  [t] always this tool  [h] always this host  [n] no';
    const given = await io.question(`${question.tool}: ${question.reason}\n  ${question.what}\n${choices} > `);
    const answer = ANSWERS[given.trim().toLowerCase().slice(0, 1)] ?? 'deny';
    // A secret is asked about each time: no broader answer holds for it.
    return question.about === 'secret' && answer !== 'once' ? 'deny' : answer;
  };
}
