/**
 * One word for one thing: words that no text in a language may say, each with the word that stands instead and why. A
 * pattern says only what is wrong wherever it stands.
 */
import type { Language } from '@fairlead/contract/constants';

export interface RefusedWord {
  readonly refused: RegExp;
  readonly use: string;
  readonly why: string;
}

const word = (refused: RegExp, use: string, why: string): RefusedWord => ({ refused, use, why });

export const REFUSED_WORDS: Readonly<Partial<Record<Language, readonly RefusedWord[]>>> = {
  en: [
    word(/\bare missing in\b/, 'is … short', 'an amount is one thing'),
    word(/\breckon/i, 'see what it would earn', 'nobody says so on a button'),
    word(/how long (?:it|an order) lives|: "Lives"/i, 'time in force', 'the field’s term'),
    word(/\{minutes\} minutes/, 'a plural', 'one minute has no s'),
    word(/nothing here is advice/i, 'nothing here is investment advice', 'help is advice too'),
  ],
  zh: [
    word(/你/, '您', 'one way to address the user'),
    word(/罚息|罚金/, '赎回费', 'of overdue interest; of criminal law'),
    word(/提币/, '提现', 'one word for withdrawals'),
    word(/多头|空头/, '做多, 做空', 'one pair for long and short'),
    word(/价差/, '点差', 'one word for the spread'),
    word(/强制平仓/, '强平', 'one word for a liquidation'),
    word(/没有任何建议/, '不构成投资建议', 'says that there is no help here'),
  ],
  hk: [
    word(/你/, '您', 'one way to address the user'),
    word(/強制平倉/, '強平', 'one word for a liquidation'),
    word(/罰息|罰金/, '贖回費', 'of overdue interest; of criminal law'),
    word(/做好|做淡|好倉|淡倉|多頭|空頭/, '做多, 做空', 'one pair for long and short'),
    word(/止盈|止損/, '止賺, 止蝕', 'one pair for the stops'),
    word(/落單|下單/, '落盤', 'one word for placing an order'),
    word(/(?<!剩)餘額/, '結餘', 'one word for a balance; 剩餘額度 is what is left'),
    word(/提現|提幣/, '提款', 'one word for withdrawals'),
    word(/轉賬/, '劃轉', 'between own accounts; 轉帳 is a bank’s'),
    word(/價差|(?<!最)差價/, '點差', 'one word for the spread; 最差價 is the worst price'),
    word(/吃單/, '食單', 'one word for taking'),
    word(/沒有任何建議/, '不構成投資建議', 'says that there is no help here'),
  ],
  jp: [
    word(/強制決済|清算見込み/, '清算, 推定清算価格', 'one word for a liquidation'),
    word(/受け?渡/, '判定', 'one word for the settlement of an option'),
    word(/ポジション/, '建玉', 'one word for a position'),
    word(/働[いかきくけこ]/, '発動する', 'a stop does not go to work'),
    word(/(?:ロング|ショート)で開/, 'ロングで新規注文', 'the field’s term'),
    word(/ペナルティ/, '解約手数料', 'one word, and none of punishment'),
    word(/掛金/, '掛け金', 'one spelling of the stake'),
    word(/助言はありません/, '投資助言ではありません', 'says that there is no help here'),
  ],
  kr: [
    word(
      /취소.{1,4}청산|\{reference\} 청산|선물 청산|청산한|진입도 청산도/,
      '종료',
      'reads as liquidated',
    ),
    word(/강제 청산/, '청산', 'one word for a liquidation'),
    word(/증거금과 수수료를 뺀|걸린 금액/, '투자금', 'an option’s stake is no margin and no bet'),
    word(/최저 조건가/, '가장 불리한 예상가', 'the worst price of a buy is the highest'),
    word(/계좌으로/, '계좌로', 'the particle'),
    word(
      /\{(?:price|currency|amount|card|badge)\}(?:를|가|로|는)(?![가-힣])/,
      '을(를), 이(가), (으)로',
      'the particle goes by the value’s last sound',
    ),
    word(/(?:선물|옵션) 계정/, '선물 계좌, 옵션 계좌', '계정 is who logs in'),
    word(/벌금/, '해지 수수료', 'of criminal law'),
    word(/조언이 없/, '투자 조언이 아닙니다', 'says that there is no help here'),
  ],
  esp: [
    word(/tarifa/i, 'comisión', 'one word for a fee'),
    word(/\bla casa\b|apost|apuest/i, 'la plataforma; importe, invertir', 'words of a casino'),
    word(/daños/i, 'indemnización', 'one word for the damages'),
    word(/Comprar (?:sube|baja)|(?:Sube|Baja) se compra/, 'al alza, a la baja', 'no sentence'),
    word(/poner límites/, 'se admiten órdenes límite', 'a limit is not put'),
    word(
      /opci[oó]n(?:es)?[^|.,"]{0,24} liquid|opciones y futuros se liquid/i,
      'resuelta',
      'liquidada is what happens to a position',
    ),
    word(/aquí es consejo/i, 'asesoramiento de inversión', 'no sentence'),
    word(/\{minutes\} minutos/, 'a plural', 'one minute has no s'),
  ],
  th: [
    word(/กรุณา/, 'โปรด', 'one way to ask'),
    word(/รหัสผ่านกองทุน/, 'รหัสผ่านเงินทุน', 'a fund that one invests in'),
    word(/โพสต์เท่านั้น/, 'Post Only', 'to post on a wall'),
    word(/(?:เปิด|ลิมิต|["{])ลอง(?!อีก|ใหม่)|ลองเปิด|ชอร์ต/, 'Long, Short', 'reads as to try'),
    word(/ล้างพอร์ต/, 'บังคับปิด', 'one position is closed, not all that one has'),
    word(/เกลือ/, 'ค่าสุ่ม', 'table salt'),
    word(/มาร์จิน(?!้)|หลักประกัน/, 'มาร์จิ้น', 'one word for margin'),
    word(/ค่าปรับ/, 'ค่าธรรมเนียมไถ่ถอน', 'a fine'),
    word(/ไม่มีคำแนะนำ/, 'ไม่ใช่คำแนะนำการลงทุน', 'says that there is no help here'),
  ],
};
