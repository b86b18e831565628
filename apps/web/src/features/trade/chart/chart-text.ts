import { getFigureClass, registerFigure, type TextAttrs, type TextStyle, utils } from 'klinecharts';
import { LEGEND_FONT, textColors } from './chart-styles.ts';
import { BOLD } from './time-axis.ts';

/** Pixels of the background above and below a legend's text, and after its end. */
const ABOVE = 3;
const AFTER = 10;
/** The opacity of the background: the candles stay visible behind it. */
const OPACITY = 0.72;

type Attrs = TextAttrs | TextAttrs[];
type Styles = Partial<TextStyle>;

const Plain = getFigureClass<Attrs, Styles>('text');

const drawPlain = (ctx: CanvasRenderingContext2D, attrs: Attrs, styles: Styles): void => {
  if (Plain) new Plain({ name: 'text', attrs, styles }).draw(ctx);
};

/** Draws a legend's text with a translucent background, so that it stays readable over the candles. */
const drawLegend = (ctx: CanvasRenderingContext2D, attrs: Attrs, styles: Styles): void => {
  for (const { x, y, text } of [attrs].flat()) {
    ctx.font = `${styles.weight ?? 'normal'} ${styles.size ?? 12}px ${LEGEND_FONT}`;
    const width = ctx.measureText(text).width + (text.endsWith(' ') ? 0 : AFTER);
    ctx.globalAlpha = OPACITY;
    ctx.fillStyle = textColors.ground;
    ctx.fillRect(x, y - ABOVE, width, (styles.size ?? 12) + 2 * ABOVE);
    ctx.globalAlpha = 1;
  }
  drawPlain(ctx, attrs, styles);
};

// Replaces the chart library's figure for text, with which the library draws all of its labels.
registerFigure<Attrs, Styles>({
  name: 'text',
  draw: (ctx, attrs, styles) => {
    if (styles.family === LEGEND_FONT) return drawLegend(ctx, attrs, styles);
    const texts = [attrs].flat();
    const bold = texts.filter(({ text }) => text.startsWith(BOLD));
    if (bold.length === 0) return drawPlain(ctx, attrs, styles);
    drawPlain(
      ctx,
      texts.filter(({ text }) => !text.startsWith(BOLD)),
      styles,
    );
    drawPlain(
      ctx,
      bold.map((each) => ({ ...each, text: each.text.slice(BOLD.length) })),
      { ...styles, weight: '600', color: textColors.strong },
    );
  },
  checkEventOn: utils.checkCoordinateOnText,
});
