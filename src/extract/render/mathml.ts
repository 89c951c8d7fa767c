import { ELEMENT, type Element, TEXT } from '../tree.js';

interface Frame {
  element: Element;
  next: number;
  /** TeX of each child. */
  parts: string[];
}

const SYMBOLS: Record<string, string> = {
  '×': '\\times',
  '÷': '\\div',
  '±': '\\pm',
  '∓': '\\mp',
  '⋅': '\\cdot',
  '·': '\\cdot',
  '∗': '*',
  '−': '-',
  '≤': '\\le',
  '≥': '\\ge',
  '≠': '\\ne',
  '≈': '\\approx',
  '≡': '\\equiv',
  '∼': '\\sim',
  '∝': '\\propto',
  '→': '\\to',
  '←': '\\leftarrow',
  '↔': '\\leftrightarrow',
  '⇒': '\\Rightarrow',
  '⇐': '\\Leftarrow',
  '⇔': '\\Leftrightarrow',
  '↦': '\\mapsto',
  '∈': '\\in',
  '∉': '\\notin',
  '⊂': '\\subset',
  '⊆': '\\subseteq',
  '⊃': '\\supset',
  '∪': '\\cup',
  '∩': '\\cap',
  '∅': '\\emptyset',
  '∀': '\\forall',
  '∃': '\\exists',
  '¬': '\\neg',
  '∧': '\\land',
  '∨': '\\lor',
  '∞': '\\infty',
  '∂': '\\partial',
  '∇': '\\nabla',
  '∑': '\\sum',
  '∏': '\\prod',
  '∫': '\\int',
  '∬': '\\iint',
  '∮': '\\oint',
  '√': '\\surd',
  '…': '\\dots',
  '⋯': '\\cdots',
  α: '\\alpha',
  β: '\\beta',
  γ: '\\gamma',
  δ: '\\delta',
  ε: '\\varepsilon',
  ϵ: '\\epsilon',
  ζ: '\\zeta',
  η: '\\eta',
  θ: '\\theta',
  ι: '\\iota',
  κ: '\\kappa',
  λ: '\\lambda',
  μ: '\\mu',
  ν: '\\nu',
  ξ: '\\xi',
  π: '\\pi',
  ρ: '\\rho',
  σ: '\\sigma',
  τ: '\\tau',
  υ: '\\upsilon',
  φ: '\\varphi',
  ϕ: '\\phi',
  χ: '\\chi',
  ψ: '\\psi',
  ω: '\\omega',
  Γ: '\\Gamma',
  Δ: '\\Delta',
  Θ: '\\Theta',
  Λ: '\\Lambda',
  Ξ: '\\Xi',
  Π: '\\Pi',
  Σ: '\\Sigma',
  Φ: '\\Phi',
  Ψ: '\\Psi',
  Ω: '\\Omega',
  ℝ: '\\mathbb{R}',
  ℕ: '\\mathbb{N}',
  ℤ: '\\mathbb{Z}',
  ℚ: '\\mathbb{Q}',
  ℂ: '\\mathbb{C}',
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
  '&': '\\&',
  '#': '\\#',
  _: '\\_',
  '⟨': '\\langle',
  '⟩': '\\rangle',
};
const ACCENTS: Record<string, string> = {
  '¯': '\\overline',
  '‾': '\\overline',
  _: '\\underline',
  '^': '\\hat',
  '\u02c6': '\\hat',
  '~': '\\tilde',
  '\u02dc': '\\tilde',
  '→': '\\vec',
  '⃗': '\\vec',
  '˙': '\\dot',
  '¨': '\\ddot',
  '⏞': '\\overbrace',
  '⏟': '\\underbrace',
};
const FUNCTIONS =
  /^(?:sin|cos|tan|cot|sec|csc|arcsin|arccos|arctan|sinh|cosh|tanh|log|ln|exp|lim|max|min|sup|inf|det|dim|ker|gcd|arg|deg)$/;
const LARGE = /^\\(?:sum|prod|int|iint|oint|lim|max|min|sup|inf|bigcup|bigcap)$/;

/** MathML as TeX; iterative, since formulas may nest as deep as anything. Annotations are left out. */
export function mathmlToTex(math: Element): string {
  const stack: Frame[] = [{ element: math, next: 0, parts: [] }];
  for (;;) {
    const frame = stack[stack.length - 1]!;
    const child = frame.element.children[frame.next++];
    if (child === undefined) {
      stack.pop();
      const tex = compose(frame.element, frame.parts);
      const parent = stack[stack.length - 1];
      if (parent === undefined) return tex;
      parent.parts.push(tex);
    } else if (child.kind === TEXT) {
      if (child.value.trim() !== '')
        frame.parts.push(frame.element.name === 'mtext' ? child.value : symbols(child.value.trim()));
    } else if (child.kind === ELEMENT && child.dropped === null && !child.name.startsWith('annotation')) {
      stack.push({ element: child, next: 0, parts: [] });
    }
  }
}

function symbols(text: string): string {
  let out = '';
  for (const char of text) {
    if (/[\u2061-\u2064]/.test(char)) continue;
    const symbol = SYMBOLS[char];
    // A command that is followed by a letter needs a blank between.
    out = symbol === undefined ? glue(out, char) : out + symbol;
  }
  return out;
}

function glue(before: string, after: string): string {
  return /\\[a-zA-Z]+$/.test(before.slice(-24)) && /^[a-zA-Z]/.test(after) ? `${before} ${after}` : before + after;
}

function sequence(parts: readonly string[]): string {
  const out: string[] = [];
  let tail = '';
  for (const part of parts) {
    if (/\\[a-zA-Z]+$/.test(tail) && /^[a-zA-Z]/.test(part)) out.push(' ');
    out.push(part);
    tail = part.slice(-24);
  }
  return out.join('');
}

function group(part: string | undefined): string {
  return `{${part ?? ''}}`;
}

/** A base for a script: one character or command stands alone, anything longer is grouped. */
function base(part: string | undefined): string {
  return part !== undefined && (/^.$/u.test(part) || /^\\[a-zA-Z]+$/.test(part)) ? part : group(part);
}

function script(part: string | undefined): string {
  return part !== undefined && /^[a-zA-Z0-9]$/.test(part) ? part : group(part);
}

function compose(element: Element, parts: string[]): string {
  const [first, second, third] = parts;
  switch (element.name) {
    case 'mi':
      return first !== undefined && FUNCTIONS.test(first)
        ? `\\${first}`
        : first !== undefined && /^[a-zA-Z]{2,}$/.test(first)
          ? `\\mathrm{${first}}`
          : sequence(parts);
    case 'mo':
      return first !== undefined && FUNCTIONS.test(first) ? `\\${first}` : sequence(parts);
    case 'mtext':
      return `\\text{${parts.join('')}}`;
    case 'mfrac':
      return `\\frac${group(first)}${group(second)}`;
    case 'msqrt':
      return `\\sqrt${group(sequence(parts))}`;
    case 'mroot':
      return `\\sqrt[${second ?? ''}]${group(first)}`;
    case 'msup':
      return `${base(first)}^${script(second)}`;
    case 'msub':
      return `${base(first)}_${script(second)}`;
    case 'msubsup':
      return `${base(first)}_${script(second)}^${script(third)}`;
    case 'munder':
      return limits(first, second, undefined);
    case 'mover':
      return limits(first, undefined, second);
    case 'munderover':
      return limits(first, second, third);
    case 'mtable':
      return `\\begin{matrix}${parts.join(' \\\\ ')}\\end{matrix}`;
    case 'mtr':
    case 'mlabeledtr':
      return parts.join(' & ');
    case 'mfenced':
      return `\\left${element.attrs['open'] ?? '('}${parts.join(element.attrs['separators'] ?? ',')}\\right${element.attrs['close'] ?? ')'}`;
    case 'mspace':
      return '\\ ';
    case 'mphantom':
      return '';
    default:
      return sequence(parts);
  }
}

function limits(body: string | undefined, under: string | undefined, over: string | undefined): string {
  if (body !== undefined && LARGE.test(body)) {
    return body + (under === undefined ? '' : `_${script(under)}`) + (over === undefined ? '' : `^${script(over)}`);
  }
  const accent = ACCENTS[over ?? under ?? ''];
  if (accent !== undefined && (over === undefined || under === undefined)) return `${accent}${group(body)}`;
  let out = body ?? '';
  if (over !== undefined) out = `\\overset${group(over)}${group(out)}`;
  if (under !== undefined) out = `\\underset${group(under)}${group(out)}`;
  return out;
}
