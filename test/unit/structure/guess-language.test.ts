import { describe, expect, it } from 'vitest';
import { guessLanguage } from '../../../src/main/structure/text/guess-language.ts';

describe('the language of a text', () => {
  it.each([
    ['en', 'And then we talked about the garden, which is what I wanted to say.'],
    ['de', 'Und dann haben wir über den Garten gesprochen, was ich auch sagen wollte.'],
    ['ru', 'А потом мы говорили о саде, и это то, что я хотел сказать.'],
    ['ar', 'ثم تحدثنا عن الحديقة وهذا ما كنت أريد أن أقوله لكم في هذا اليوم'],
    ['zh', '我们今天讨论天气，然后说说花园。'],
    ['ja', '今日は天気について話します。それから庭の話をします。'],
    ['ja', '東京都知事選挙の投票日は来週の日曜日です。'],
    ['zh', '他昨天在の餐厅吃饭，然后我们一起去看电影。'],
    ['ko', '오늘은 날씨에 대해 이야기하고 정원 이야기도 하겠습니다.'],
    ['th', 'วันนี้เราจะคุยเรื่องอากาศ แล้วก็เรื่องสวน'],
    ['he', 'היום נדבר על מזג האוויר ואחר כך על הגן.'],
    ['ka', 'დღეს ამინდზე ვისაუბრებთ, შემდეგ კი ბაღზე.'],
    ['ta', 'இன்று நாம் வானிலை பற்றி பேசுவோம்.'],
    ['ko', '이번 YouTube 영상에서는 iPhone 이야기를 하겠습니다.'],
  ])('is %s: %s', (language, text) => {
    expect(guessLanguage(text)).toBe(language);
  });

  it.each(['', '12:30 – 13:00', 'Mhm.', 'Xyzzy plugh'])('is not known of %j', (text) => {
    expect(guessLanguage(text)).toBeNull();
  });
});
