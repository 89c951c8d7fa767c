/** Columns that a table may claim with colspan; real cells beyond them are kept. */
const MAX_SPAN = 60;

interface Cell {
  text: string;
  header: boolean;
  colspan: number;
  rowspan: number;
}

/** Collects a table's cells and writes them as GitHub-flavoured Markdown. */
export class TableGrid {
  private readonly rows: Cell[][] = [];

  row(): void {
    this.rows.push([]);
  }

  cell(text: string, header: boolean, colspan: string | undefined, rowspan: string | undefined): void {
    if (this.rows.length === 0) this.row();
    this.rows[this.rows.length - 1]!.push({ text, header, colspan: span(colspan), rowspan: span(rowspan) });
  }

  /** The rows as Markdown lines, or tab-separated lines where `plain`; '' where nothing stands in any cell. */
  render(plain: boolean): string {
    const rows = this.layOut();
    if (rows.length === 0) return '';
    if (plain) return rows.map((row) => row.texts.join('\t').trimEnd()).join('\n');
    const columns = rows.reduce((most, row) => Math.max(most, row.texts.length), 0);
    const lines: string[] = [];
    const [first, ...rest] = rows;
    const headed = first!.header;
    lines.push(line(headed ? first!.texts : [], columns));
    lines.push(`|${' --- |'.repeat(columns)}`);
    for (const row of headed ? rest : rows) lines.push(line(row.texts, 0));
    return lines.join('\n');
  }

  /** Cells in their columns: a cell that spans leaves the fields that it covers empty. */
  private layOut(): { texts: string[]; header: boolean }[] {
    const laid: { texts: string[]; header: boolean }[] = [];
    /** For each column, how many more rows a cell from above covers. */
    let covered: number[] = [];
    let used = 0;
    // Spans may cover as many fields as the table has cells, several times over: more is no table that anybody drew.
    let coverable = this.rows.reduce((sum, cells) => sum + cells.length, 0) * 4 + 200;
    for (const cells of this.rows) {
      const texts: string[] = [];
      const next: number[] = [];
      let column = 0;
      const passCovered = (): void => {
        while ((covered[column] ?? 0) > 0) {
          next[column] = coverable > 0 ? covered[column]! - 1 : 0;
          coverable--;
          texts[column++] = '';
        }
      };
      let headers = 0;
      for (const cell of cells) {
        passCovered();
        if (cell.header) headers++;
        for (let i = 0; i < cell.colspan; i++) {
          if (i > 0 && (covered[column] ?? 0) > 0) break;
          next[column] = cell.rowspan - 1;
          texts[column++] = i === 0 ? cell.text : '';
        }
        if (cell.text !== '') used = Math.max(used, column - cell.colspan + 1);
      }
      passCovered();
      covered = next;
      if (texts.some((text) => text !== '')) laid.push({ texts, header: headers > 0 && headers === cells.length });
    }
    // Columns that only spans reach hold nothing in any row.
    for (const row of laid) row.texts.length = Math.min(row.texts.length, Math.max(used, 1));
    return laid;
  }
}

function span(value: string | undefined): number {
  const count = value === undefined ? 1 : Number.parseInt(value, 10);
  return count >= 1 ? Math.min(count, MAX_SPAN) : 1;
}

function line(texts: readonly string[], columns: number): string {
  let out = '|';
  for (let i = 0; i < Math.max(texts.length, columns); i++) out += texts[i] ? ` ${texts[i]} |` : '  |';
  return out;
}
